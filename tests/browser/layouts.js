// Every text and every control: whether something lies over its middle, or cuts it off.
() => {
  const found = [];
  const root = document.querySelector("dialog[open]") ?? document.body;
  const isQuiet = (one) => one.closest(".spoken-only, [aria-hidden=true], svg, select, [inert]");
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const hasText = (one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const name = (one) => (one.getAttribute("aria-label") || one.textContent || one.tagName).trim()
    .replaceAll(/\s+/g, " ").slice(0, 60);
  const scrolls = (one) => {
    const style = getComputedStyle(one);
    return /auto|scroll/.test(style.overflowX + style.overflowY);
  };
  // What is asked of an element is asked of all that lies in it: each answer is kept.
  const kept = (answer) => { const known = new Map();
    return (one) => { if (!known.has(one)) known.set(one, answer(one)); return known.get(one); }; };
  const inScroller = kept((one) => Boolean(one) && one !== document.body && ((scrolls(one)
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) || inScroller(one.parentElement)));
  const inBar = kept((one) => Boolean(one)
    && (/sticky|fixed/.test(getComputedStyle(one).position) || inBar(one.parentElement)));
  for (const one of root.querySelectorAll("*")) {
    const isKey = one.matches("button, a[href], input, select, textarea, summary");
    if (!(isKey || hasText(one)) || isQuiet(one) || !isSeen(one)) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(one);
    const cuts = style.overflowX !== "visible" && style.textOverflow !== "ellipsis" && !scrolls(one);
    if (hasText(one) && cuts && one.scrollWidth > one.clientWidth + 1) found.push(`clipped: ${name(one)}`);
    if (box.right > innerWidth + 1 && !inScroller(one)) found.push(`beyond the edge: ${name(one)}`);
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    // A place for a wager is whole: its four edges lie on the felt, which cuts off what lies beyond its own.
    if (one.matches(".area button") && !inScroller(one)) {
      const edges = [[x, box.top + 4], [x, box.bottom - 4], [box.left + 4, y], [box.right - 4, y]];
      const isOff = ([left, top]) => {
        const there = document.elementFromPoint(left, top);
        return top >= 0 && top < innerHeight && !there?.closest(".felt") && !inBar(there);
      };
      if (edges.some(isOff)) found.push(`cut off: ${name(one)}`);
    }
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const top = document.elementFromPoint(x, y);
    if (!top || one.contains(top) || top.contains(one)) continue;
    const label = one.closest("label");
    if (label && label.contains(top)) continue;
    // What lies under a bar that stays while the page scrolls can be scrolled from under it.
    if (inBar(top)) continue;
    if (inScroller(one)) continue;
    found.push(`covered: ${name(one)} (by ${top.tagName.toLowerCase()}.${top.className?.baseVal ?? top.className}: ${name(top)})`);
  }
  for (const card of root.querySelectorAll(".card")) {
    const { left, right } = card.getBoundingClientRect();
    if (isSeen(card) && (left < -1 || right > innerWidth + 1) && !inScroller(card)) found.push(`beyond the edge: ${name(card)}`);
  }
  if (root.scrollWidth > root.clientWidth + 1 && root !== document.body) found.push("the dialog is wider than it shows");
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push("the page is wider than the screen");
  return [...new Set(found)];
}
