/** The key a person meant: digits of a numeric keypad count as digits, with or without Num Lock. */
export function keyOf(event: KeyboardEvent): string {
  return /^Numpad(\d)$/.exec(event.code)?.[1] ?? event.key;
}
