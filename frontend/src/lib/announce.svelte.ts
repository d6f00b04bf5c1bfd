/** The one polite live region: every sentence for screen readers goes here. */

let text = $state("");

/** Speak *sentence*. The same sentence twice is spoken twice: an invisible sign makes it new. */
export function announce(sentence: string): void {
  if (sentence) text = sentence === text ? `${sentence}\u00a0` : sentence;
}

export const announced = {
  get text() {
    return text;
  },
};
