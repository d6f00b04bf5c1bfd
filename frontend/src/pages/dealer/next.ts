/** The one big key: what pressing it does, by the name the server gives it. */
import type { AwardView, ClaimView, NextName, TableFrame } from "$lib/types";
import { s } from "$strings";
import type { Desk } from "./desk.svelte";

type Opens = "open" | "cut" | "confirm" | "swipe" | "shuffle";

/** Why the key is grey. Opening a table asks for a supervisor's badge, so it is always open. */
export function reasonOf(frame: TableFrame): string {
  const next = frame.next;
  if (!next || next.key === "open-table") return "";
  if (next.key === "decide") return next.sentence;
  return next.reason;
}

/** The big key as it is shown: DEAL, while a surrender waits for it. */
export function shownKey(desk: Desk, frame: TableFrame): { label: string; sentence: string; reason: string } | null {
  const next = frame.next;
  if (!next) return null;
  const active = frame.view.spots.flatMap((spot) => spot.hands).find((hand) => hand.is_active);
  if (desk.isSurrendering) return { label: s.console.deal, sentence: s.console.completeSurrender(active?.title ?? ""), reason: "" };
  return { label: next.label, sentence: next.sentence, reason: reasonOf(frame) };
}

export async function pressNext(desk: Desk, frame: TableFrame, open: (name: Opens) => void): Promise<void> {
  const next = frame.next;
  if (!next) return;
  if (desk.isSurrendering) {
    await desk.decide("surrender");
    return;
  }
  const reason = reasonOf(frame);
  if (reason) return desk.refuse(reason);
  await ACTS[next.key]?.(desk, frame, open);
}

type Act = (desk: Desk, frame: TableFrame, open: (name: Opens) => void) => unknown;

const ACTS: Partial<Record<NextName, Act>> = {
  "open-table": (_desk, _frame, open) => open("open"),
  cut: (_desk, _frame, open) => open("cut"),
  "confirm-cut": (desk, frame) => desk.send({ kind: "ConfirmCut", table: desk.table }, { seen: frame.version }),
  "void-shoe": (_desk, _frame, open) => open("shuffle"),
  confirm: (_desk, _frame, open) => open("confirm"),
  swipe: (_desk, _frame, open) => open("swipe"),
  shuffle: (desk, frame) => shuffle(desk, frame),
  "start-game": (desk) => desk.press({ kind: "StartGame" }),
  "face-down": (desk) => desk.press({ kind: "DealFaceDown" }),
  lift: (desk) => desk.liftAll(),
  deal: (desk) => desk.press({ kind: "PressDeal" }),
  claim: (desk, frame) => claimNext(desk, frame),
  "end-game": (desk) => desk.press({ kind: "EndGame" }),
};

/** The claimed award that the big key is about. */
export function claimedAward(frame: TableFrame): AwardView | undefined {
  const target = frame.next?.targets?.[0];
  return frame.view.awards.find(
    (each) => each.state === "claimed" && (!target || (each.spot === target.spot && each.wager === target.wager)),
  );
}

/** What the ledger says of a claimed award. */
export function claimOf(frame: TableFrame, award: AwardView | undefined): ClaimView | undefined {
  return frame.claims?.find((each) => each.spot === award?.spot && each.wager === award.wager);
}

/** The ordinary shuffle: there is no shoe, or its cut card is out. */
export const shuffle = (desk: Desk, frame: TableFrame) =>
  desk.send({
    kind: "ShuffleShoe",
    table: desk.table,
    reason: frame.shoe ? s.console.reasons.cutCard : s.console.reasons.firstShoe,
  });

function claimNext(desk: Desk, frame: TableFrame): unknown {
  const target = frame.next?.targets?.[0];
  const award = frame.view.awards.find(
    (each) => each.state === "due" && (!target || (each.spot === target.spot && each.wager === target.wager)),
  );
  if (!award) return;
  const { spot, wager, outcome } = award;
  return desk.press({ kind: "ClaimAward", spot, wager, outcome });
}
