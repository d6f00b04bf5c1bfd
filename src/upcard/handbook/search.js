(() => {
  "use strict";
  const above = document.currentScript.dataset.above;
  const asked = document.getElementById("asked");
  const found = document.getElementById("found");
  const LIMIT = 12;

  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^a-z0-9+ ]/g, " ");
  const pages = PAGES.map((page) => ({
    ...page, head: plain(page.title), body: plain(`${page.title} ${page.words}`),
  }));

  const score = (page, words) => {
    if (!words.every((word) => page.body.includes(word))) return 0;
    return 1 + words.filter((word) => page.head.includes(word)).length
      + (page.head.startsWith(words[0]) ? 1 : 0);
  };

  const search = () => {
    const words = plain(asked.value).split(" ").filter(Boolean);
    const best = words.length === 0 ? [] : pages
      .map((page) => ({ page, score: score(page, words) }))
      .filter((each) => each.score > 0)
      .sort((one, two) => two.score - one.score)
      .slice(0, LIMIT);
    found.replaceChildren(...best.map(({ page }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = above + page.address;
      link.textContent = page.title;
      item.append(link, ` (${page.kind})`);
      return item;
    }));
    if (words.length > 0 && best.length === 0) {
      const item = document.createElement("li");
      item.textContent = "Nothing found.";
      found.append(item);
    }
    found.hidden = words.length === 0;
  };

  asked.addEventListener("input", search);
  document.getElementById("search").addEventListener("submit", (event) => {
    event.preventDefault();
    const first = found.querySelector("a");
    if (first) window.location.href = first.href;
  });
})();
