/** The key a person meant: digits of a numeric keypad count as digits, with or without Num Lock. */
export function keyOf(event: KeyboardEvent): string {
  return /^Numpad(\d)$/.exec(event.code)?.[1] ?? event.key;
}

/** A mouse or a finger leaves no focus behind: else the next Enter would press the same button again. */
export function blurAfterMouse(event: MouseEvent): void {
  const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>("button, [type=radio]") : null;
  if (event.detail > 0) pressed?.blur();
}

/** Whether a key belongs to a field that somebody types into, or to the browser. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (target instanceof HTMLInputElement) return target.type !== "radio" && target.type !== "checkbox";
  return target instanceof HTMLElement && /^(SELECT|TEXTAREA)$/.test(target.tagName);
}
