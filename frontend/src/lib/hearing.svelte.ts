/** What is heard and felt of a table: its cards, its chips, and how the own spots end. */
import type { Landing } from "./landing.svelte";
import { chipsOnFelt } from "./piles";
import { dealStepMs, isStill } from "./settings.svelte";
import { hear, shake } from "./sounds";
import type { TableView } from "./types";

/** The net of a round that is over on all of *spots*; null while one of them plays. */
function netOf(view: TableView, spots: readonly number[]): number | null {
  const own = view.spots.filter((each) => spots.includes(each.spot) && each.hands.length);
  const isOver = own.length > 0 && own.every((each) => each.hands.every((hand) => hand.tone));
  return isOver ? own.reduce((sum, each) => sum + each.net, 0) : null;
}

/** Follow *land*; *spots* are those of the player at this screen. Call it while a component is being made. */
export function hearing(land: Landing, spots: () => readonly number[] = () => []): void {
  let chips: number | null = null;
  let net: number | null = null;
  $effect(() => {
    const cards = isStill() ? Math.min(1, land.order.size) : land.order.size;
    for (let index = 0; index < cards; index++) hear("card", index * dealStepMs());
  });
  $effect(() => {
    const now = chipsOnFelt(land.view);
    if (chips !== null && now !== chips) hear("chips");
    if (chips !== null && now > chips && spots().length) shake(10);
    chips = now;
  });
  $effect(() => {
    const now = netOf(land.view, spots());
    if (now !== null && net === null) end(now);
    net = now;
  });
}

function end(net: number): void {
  if (net > 0) hear("win");
  if (net > 0) shake(30, 60, 30);
  else if (net < 0) shake(20);
}
