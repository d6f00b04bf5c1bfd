/** What the dealer's console does: orders in sequence, wagers by chips, and what was refused. */
import { announce } from "$lib/announce.svelte";
import { ApiError, order, type OrderOptions } from "$lib/api";
import { scannedCard } from "$lib/scans";
import { settings } from "$lib/settings.svelte";
import type { Card, Cents, Decision, Offer, PlacedWager, TableCommand, TableFrame, Wish } from "$lib/types";
import { s } from "$strings";

export const TRAY: readonly Cents[] = [100, 500, 2_500, 10_000, 50_000];

const same = (a: PlacedWager, b: { spot: number; wager: string }) => a.spot === b.spot && a.wager === b.wager;

export class Desk {
  frame = $state.raw<TableFrame | null>(null);
  refusal = $state("");
  chip = $state<Cents>(2_500);
  spot = $state(1);
  wager = $state("main");
  isBusy = $state(false);
  /** The rank that was keyed of a card; its suit follows. */
  rank = $state("");

  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** What was asked for and is not in a frame yet, so that quick taps add up. */
  #asked = new Map<string, Cents>();
  #undo = $state.raw<PlacedWager[][]>([]);

  constructor(readonly table: string) {}

  take(frame: TableFrame): void {
    const isNew = frame.say && frame.say !== this.frame?.say;
    if (frame.view.stage !== "betting") this.#undo = [];
    this.frame = frame;
    if (isNew) announce(frame.say);
  }

  get offers(): Offer[] {
    return this.frame?.offers ?? [];
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  /** Everything that lies on the spots now. */
  placed(): PlacedWager[] {
    const spots = this.frame?.view.spots ?? [];
    return spots.flatMap(({ spot, wagers }) =>
      wagers.map(({ name, amount }) => ({ spot, wager: name, amount })),
    );
  }

  amountOn(spot: number, wager: string): Cents {
    const asked = this.#asked.get(`${spot} ${wager}`);
    return asked ?? this.placed().find((each) => same(each, { spot, wager }))?.amount ?? 0;
  }

  /** Send *wish* after everything that was asked before it. False: it was refused. */
  send(wish: Wish, options: OrderOptions = {}): Promise<boolean> {
    if (this.#waiting === 0) this.refusal = "";
    this.#waiting += 1;
    this.isBusy = true;
    const result = this.#queue.then(() => this.#sent(wish, options));
    this.#queue = result;
    return result;
  }

  async #sent(wish: Wish, options: OrderOptions): Promise<boolean> {
    try {
      await order(wish, options);
      return true;
    } catch (error) {
      this.refuse(error instanceof ApiError ? error.message : s.errors.offline);
      return false;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) {
        this.isBusy = false;
        this.#asked.clear();
      }
    }
  }

  refuse(message: string): void {
    this.refusal = message;
    announce(message);
  }

  /** A key that counts only for the table as the dealer sees it: pressed twice, it counts once. */
  press(command: TableCommand): Promise<boolean> {
    return this.send(
      { kind: "Operate", table: this.table, command },
      { seen: this.frame?.version },
    );
  }

  /** The card that the table asks for. Readers are quick: each card goes after the one before it. */
  tell(card: Card): Promise<boolean> {
    this.rank = "";
    return this.send({ kind: "Operate", table: this.table, command: { kind: "Deal", card } });
  }

  peek = (has_natural: boolean) => this.press({ kind: "AnswerPeek", has_natural });

  /** A whole scan of a reader that types like a keyboard. */
  scan(code: string): void {
    const card = scannedCard(code, settings.cardCodes);
    if (card) void this.tell(card);
    else this.refuse(s.console.cards.unknownScan(code));
  }

  /** The version of the table at which a surrender waits for DEAL, as S4 has it; 0: none. */
  #surrender = $state(0);

  get isSurrendering(): boolean {
    return this.#surrender !== 0 && this.#surrender === this.frame?.version && this.frame.next?.key === "decide";
  }

  /** A decision. Where DEAL completes a surrender, the dealer removes the bet first. */
  choose(decision: Decision): void {
    this.#surrender = 0;
    if (decision === "surrender" && this.frame?.game.deal_key) this.#surrender = this.frame.version;
    else void this.decide(decision);
  }

  decide = (decision: Decision) => this.press({ kind: "Choose", decision });

  #put({ spot, wager, amount }: PlacedWager): Promise<boolean> {
    this.#asked.set(`${spot} ${wager}`, amount);
    const command: TableCommand =
      amount > 0 ? { kind: "PlaceWager", spot, wager, amount } : { kind: "LiftWager", spot, wager };
    return this.send({ kind: "Operate", table: this.table, command });
  }

  /** All go into the queue at once, so that a key pressed meanwhile comes after the last of them. */
  #change(wagers: PlacedWager[]): void {
    const before = wagers.map((each) => ({ ...each, amount: this.amountOn(each.spot, each.wager) }));
    this.#undo = [...this.#undo, before.reverse()];
    for (const each of wagers) void this.#put(each);
  }

  /** A chip on a wager; a wager of one fixed amount is put down or taken off. */
  addChip(spot: number, wager: string): void {
    const offer = this.offers.find((each) => each.name === wager);
    const lies = this.amountOn(spot, wager);
    const isFixed = offer !== undefined && offer.minimum === offer.maximum;
    const amount = isFixed ? (lies ? 0 : offer.minimum) : lies + this.chip;
    this.#change([{ spot, wager, amount }]);
  }

  takeOff(spot: number, wager: string): void {
    if (this.amountOn(spot, wager)) this.#change([{ spot, wager, amount: 0 }]);
  }

  /** Insurance goes on, at the most the server allows where no amount is given, and off again. */
  insure(spot: number, amount?: Cents): Promise<boolean> {
    const most = this.frame?.insurance?.find((each) => each.spot === spot)?.maximum ?? 0;
    const lies = this.amountOn(spot, "insurance");
    return this.#put({ spot, wager: "insurance", amount: amount ?? (lies ? 0 : most) });
  }

  /** A wager on a card that is seen goes on, at the least the table takes where no amount is given, and off again. */
  makeLate(spot: number, wager: string, amount?: Cents): Promise<boolean> {
    const least = this.offers.find((each) => each.name === wager)?.minimum ?? 0;
    const lies = this.amountOn(spot, wager);
    return this.#put({ spot, wager, amount: amount ?? (lies ? 0 : least) });
  }

  /** Winnings of the spot that is asked go onto its main wager. */
  move(spot: number, amount: Cents): Promise<boolean> {
    return this.press({ kind: "MoveWinnings", spot, amount });
  }

  rebet(): void {
    this.#change(this.frame?.last_wagers ?? []);
  }

  double(): void {
    const wagers = this.placed().filter(({ wager }) => {
      const offer = this.offers.find((each) => each.name === wager);
      return offer && offer.minimum !== offer.maximum;
    });
    this.#change(wagers.map((each) => ({ ...each, amount: each.amount * 2 })));
  }

  clear(): void {
    this.#change(
      this.placed()
        .reverse()
        .map((each) => ({ ...each, amount: 0 })),
    );
  }

  undo(): void {
    const last = this.#undo.at(-1) ?? [];
    this.#undo = this.#undo.slice(0, -1);
    for (const each of last) void this.#put(each);
  }

  lift(spot: number, wager: string): Promise<boolean> {
    return this.send({
      kind: "Operate",
      table: this.table,
      command: { kind: "LiftWager", spot, wager },
    });
  }

  /** Lift all that is to be lifted, one after another, as the dealer's hand goes. */
  liftAll(): void {
    for (const { spot, wager } of this.frame?.next?.targets ?? []) void this.lift(spot, wager);
  }
}
