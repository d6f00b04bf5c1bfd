/** The solo table of this page: its frame, its bets, its coach. The server knows the rules. */
import { ApiError, get, post } from "./api";
import { announce } from "./announce.svelte";
import { placeOfHand, readChart, type Chart, type Place } from "./charts";
import type { Counts } from "./count_drill";
import { activeHand, givenAway, type Advice, type Mistake, type Slip } from "./coaching";
import { money } from "./money";
import { preferences } from "./preferences.svelte";
import { cardByCard, type Step } from "./replaying";
import { keep, netsOf, readKept, roundsIn, type Choice, type CoachMode, type PlayedRound, type SoloGame } from "./solo_tables";
import { trainer } from "./trainer.svelte";
import type { Cents, Decision, Offer, PlacedWager, Replay, SoloFrame, TableCommand, TableView } from "./types";
import { s } from "$strings";
import { words } from "../strings/en-solo";

type Ask = { command: TableCommand; judge?: "later" } | { undo: true } | { next: true; practise?: Place[] };

const ROUNDS_MAX = 60;
const FIRST_WAGER: Cents = 2500;
const FIRST_GAME = "blackjack";

export class Solo {
  games = $state.raw<SoloGame[]>([]);
  frame = $state.raw<SoloFrame | null>(null);
  choice = $state.raw<Choice | null>(null);
  refusal = $state("");
  isBusy = $state(false);
  mode = $state<CoachMode>("after");
  advice = $state.raw<Advice | null>(null);
  isAsking = $state(false);
  /** A decision the coach held back. */
  held = $state<Decision | null>(null);
  mistake = $state.raw<Slip | null>(null);
  slips = $state.raw<Slip[]>([]);
  decided = $state(0);
  played = $state.raw<PlayedRound[]>([]);
  nets = $state.raw<Cents[]>([0]);
  startedAt = $state(Date.now());
  /** Whether cards are still on their way: what they come to is not told before they lie there. */
  isLanding = $state(false);

  private id = "";
  private steps: Step[] = [];
  private queue: Promise<unknown> = Promise.resolve();
  private lastWagers: PlacedWager[] = [];
  private adviceFor = -1;
  private warmedFor = "";
  private isAdvancing = false;
  /** How often the page had to ask how the table stands. */
  private looks = 0;

  /** Sit down: at the table this browser tab sat at, or at a new one. */
  async begin(wanted: string): Promise<void> {
    this.games = await get<SoloGame[]>("/api/solo/games");
    const kept = readKept();
    if (kept && (!wanted || kept.choice.game === wanted)) {
      try {
        const { frame } = await get<{ frame: SoloFrame }>(`/api/solo/${kept.id}`);
        this.id = kept.id;
        this.choice = kept.choice;
        this.startedAt = kept.startedAt;
        this.slips = kept.slips ?? [];
        this.decided = kept.decided ?? 0;
        this.played = roundsIn(frame);
        this.nets = netsOf(this.played, frame.solo.net);
        this.take(frame);
        return;
      } catch (error) {
        if (!(error instanceof ApiError) || error.isOffline) throw error;
      }
    }
    const named = (name: string) => this.games.find((game) => game.name === name);
    const game = named(wanted) ?? named(FIRST_GAME) ?? this.games[0];
    if (game) await this.open({ game: game.name });
  }

  /** A past round card by card: as the table tells it, or as this page saw it. */
  async replay(number: number): Promise<Step[]> {
    const seen = this.played.find((round) => round.number === number)?.steps ?? [];
    try {
      return (await get<Replay>(`/api/solo/${this.id}/rounds/${number}`)).steps;
    } catch (error) {
      if (!seen.length) this.refuse(error instanceof ApiError ? error.message : s.errors.offline);
      return seen;
    }
  }

  /** What the session has brought, the round that is just being settled included. */
  get net(): Cents {
    if (!this.frame) return 0;
    const running = this.frame.view.spots.reduce((sum, spot) => sum + spot.net, 0);
    return this.frame.solo.net + (this.isBetting || this.isLanding ? 0 : running);
  }

  async open(choice: Choice): Promise<void> {
    const { id, frame } = await post<{ id: string; frame: SoloFrame }>("/api/solo", choice);
    Object.assign(this, { id, choice, steps: [], slips: [], played: [], nets: [0], decided: 0, mistake: null });
    Object.assign(this, { frame: null, held: null, lastWagers: [], startedAt: Date.now() });
    this.remember();
    this.take(frame);
    const main = frame.offers.find((offer) => offer.kind === "main");
    if (main) this.place(1, main, Math.min(main.maximum, Math.max(main.minimum, FIRST_WAGER)));
  }

  private remember(): void {
    const { id, choice, startedAt, slips, decided } = this;
    if (choice) keep({ id, choice, startedAt, slips, decided });
  }

  get isBetting(): boolean {
    return this.frame?.view.stage === "betting";
  }

  /** What lies on the table now. */
  get wagers(): PlacedWager[] {
    return (this.frame?.view.spots ?? []).flatMap((spot) =>
      spot.wagers.map(({ name, amount }) => ({ spot: spot.spot, wager: name, amount })),
    );
  }

  get before(): PlacedWager[] {
    const told = this.frame?.last_wagers?.length ? this.frame.last_wagers : this.lastWagers;
    return told.filter((each) => each.wager !== "insurance");
  }

  /** The most each spot may insure now. */
  get insurable(): { spot: number; most: Cents }[] {
    return (this.frame?.insurance ?? []).map(({ spot, maximum }) => ({ spot, most: maximum }));
  }

  place(spot: number, offer: Offer, amount: Cents): void {
    this.enqueue(() => this.send({ command: { kind: "PlaceWager", spot, wager: offer.name, amount } }));
  }

  /** One more chip on a wager, within its limits. */
  addChip(spot: number, offer: Offer, chip: Cents): void {
    this.enqueue(async () => {
      const lies = this.wagers.find((each) => each.spot === spot && each.wager === offer.name);
      const more = Math.max(offer.minimum, (lies?.amount ?? 0) + chip);
      const amount = Math.min(offer.maximum, more);
      if (lies?.amount === amount) return this.refuse(words.bets.atMost(offer.title, money(offer.maximum)));
      await this.send({ command: { kind: "PlaceWager", spot, wager: offer.name, amount } });
    });
  }

  clear(): void {
    this.enqueue(async () => {
      for (const { spot, wager } of [...this.wagers].reverse()) {
        if (!(await this.send({ command: { kind: "LiftWager", spot, wager } }))) return;
      }
    });
  }

  twice(): void {
    this.enqueue(() => this.lay(this.wagers.map((each) => ({ ...each, amount: each.amount * 2 }))));
  }

  rebet(): void {
    this.enqueue(() => this.lay(this.before));
  }

  private async lay(wagers: PlacedWager[]): Promise<boolean> {
    const offers = this.frame?.offers ?? [];
    for (const { spot, wager, amount } of wagers) {
      const most = offers.find((offer) => offer.name === wager)?.maximum ?? amount;
      const command = { kind: "PlaceWager", spot, wager, amount: Math.min(amount, most) } as const;
      if (!(await this.send({ command }))) return false;
    }
    return wagers.length > 0;
  }

  undo(): void {
    this.mistake = null;
    this.enqueue(() => this.send({ undo: true }));
  }

  next(): void {
    this.advance(() => this.send(this.nextStep()));
  }

  /** What comes next; a deal brings what this player gets wrong, if the player practises that. */
  private nextStep(): Ask {
    const places = this.isBetting && preferences.practise ? trainer.nextPlaces(this.choice?.game ?? "") : [];
    return places.length ? { next: true, practise: places } : { next: true };
  }

  /** A step that must be seen before the next one: while one is on its way, others do not count. */
  private advance(work: () => Promise<unknown>): void {
    if (this.isAdvancing) return;
    this.isAdvancing = true;
    this.enqueue(work, () => (this.isAdvancing = false));
  }

  /** The round is over: lay the same wagers again, and deal if *deals*. */
  again(deals: boolean): void {
    this.advance(async () => {
      if (!(await this.send({ next: true }))) return;
      if (this.isBetting && (await this.lay(this.before)) && deals) await this.send(this.nextStep());
    });
  }

  insure(spot: number, amount: Cents): void {
    const command = { kind: "PlaceWager", spot, wager: "insurance", amount } as const;
    this.enqueue(() => this.send({ command }));
  }

  /** Winnings of the spot that is asked go onto its main wager. */
  move(spot: number, amount: Cents): void {
    this.advance(() => this.send({ command: { kind: "MoveWinnings", spot, amount } }));
  }

  /** Play a decision; if the coach holds mistakes back it is looked at first. */
  choose(decision: Decision, anyway = false): void {
    this.held = null;
    this.advance(async () => {
      if (this.mode === "hold" && !anyway) {
        const advice = await this.ask();
        if (advice && givenAway(advice, decision) > 0) {
          this.held = decision;
          return;
        }
      }
      await this.decide(decision);
    });
  }

  /** The card comes at once; what the decision was worth comes when the coach has worked it out. */
  private async decide(decision: Decision): Promise<void> {
    const view = this.frame?.view;
    const number = this.frame?.round?.number ?? 0;
    const answer = await this.send({ command: { kind: "Choose", decision }, judge: "later" });
    if (!answer || !view) return;
    this.mistake = null;
    void this.judge(answer.frame.version, view, number);
  }

  private async judge(version: number, view: TableView, number: number): Promise<void> {
    let mistake: Mistake | null;
    try {
      ({ mistake } = await get<{ mistake: Mistake | null }>(`/api/solo/${this.id}/judged/${version}`));
    } catch {
      return; // A decision nobody judged counts neither way.
    }
    this.decided += 1;
    const hand = activeHand(view);
    const upcard = view.dealer_cards[0] ?? "??";
    if (hand) trainer.note(this.choice?.game ?? "", placeOfHand(hand, upcard), mistake);
    if (!mistake || !hand) return this.remember();
    const { cards, total } = hand;
    const slip = { ...mistake, round: number, cards, total, upcard, view };
    this.slips = [...this.slips, slip];
    this.remember();
    if (this.mode !== "off" && this.frame?.round?.number === number) this.mistake = slip;
  }

  /** What all mistakes of the session gave away. */
  get cost(): Cents {
    return this.slips.reduce((sum, slip) => sum + slip.costs, 0);
  }

  /** The advice for this moment, asked once. */
  async ask(): Promise<Advice | null> {
    const version = this.frame?.version ?? -1;
    if (this.adviceFor === version) return this.advice;
    this.isAsking = true;
    try {
      const advice = await get<Advice>(`/api/solo/${this.id}/advice`);
      if (this.frame?.version === version) {
        this.advice = advice;
        this.adviceFor = version;
      }
      return advice;
    } catch (error) {
      this.refuse(error instanceof ApiError ? error.message : s.errors.offline);
      return null;
    } finally {
      this.isAsking = false;
    }
  }

  /** The chart of the game on the table. */
  async chart(): Promise<Chart> {
    return readChart((await get<{ chart: string }>(`/api/solo/${this.id}/chart`)).chart);
  }

  /** The simplest counts against the side wagers on the table, and what they win. */
  counts(): Promise<Counts> {
    return get<Counts>(`/api/solo/${this.id}/counts`);
  }

  private enqueue(work: () => Promise<unknown> | void, done?: () => void): void {
    this.isBusy = true;
    const seen = this.looks;
    // A key that was pressed before the page looked again was meant for what it showed then.
    const run = this.queue.then(() => (seen === this.looks ? work() : undefined)).catch((error: unknown) => {
      this.refuse(error instanceof ApiError ? error.message : s.errors.offline);
    });
    this.queue = run.finally(() => {
      done?.();
      if (this.queue === last) this.isBusy = false;
    });
    const last = this.queue;
  }

  private async send(ask: Ask): Promise<{ frame: SoloFrame; mistake: Mistake | null } | null> {
    try {
      const answer = await post<{ frame: SoloFrame; mistake: Mistake | null }>(`/api/solo/${this.id}`, ask);
      this.refusal = "";
      this.take(answer.frame);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404 && this.choice) await this.open(this.choice);
      else {
        this.refuse(error instanceof ApiError ? error.message : s.errors.offline);
        await this.look();
      }
      return null;
    }
  }

  /** Ask how the table stands: the answer may be lost, or another tab may have played. */
  private async look(): Promise<void> {
    this.looks += 1;
    for (let pause = 500; ; pause = Math.min(8000, 2 * pause)) {
      try {
        const { frame } = await get<{ frame: SoloFrame }>(`/api/solo/${this.id}`);
        if (frame.version !== this.frame?.version) this.take(frame);
        return;
      } catch (error) {
        if (error instanceof ApiError && !error.isOffline) return;
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  private refuse(message: string): void {
    this.refusal = message;
    announce(message);
  }

  private take(frame: SoloFrame): void {
    const last = this.frame;
    const isEnding = last !== null && frame.solo.rounds > last.solo.rounds;
    if (isEnding) this.close(last, frame);
    if (frame.view.stage === "betting") {
      this.steps = [];
    } else {
      if (last?.view.stage === "betting") this.lastWagers = this.wagers;
      const told = { dealt: words.replay.dealt, turned: words.replay.turned, now: frame.say };
      this.steps = [...this.steps, ...cardByCard(last?.view ?? null, frame.view, told)];
    }
    this.frame = frame;
    this.advice = null;
    this.adviceFor = -1;
    announce(frame.say);
    if (frame.next?.key === "decide" && this.mode !== "off") this.warm();
  }

  /** The first advice of a game takes the server a while: ask while the player still thinks. */
  private warm(): void {
    if (this.warmedFor === this.id) return;
    this.warmedFor = this.id;
    void get(`/api/solo/${this.id}/advice`).catch(() => undefined);
  }

  private close(last: SoloFrame, frame: SoloFrame): void {
    const line = frame.history[0];
    const number = last.round?.number ?? frame.solo.rounds;
    const net = frame.solo.net - last.solo.net;
    const round = { number, net, steps: this.steps, dealer: line?.dealer ?? [], summary: line?.summary ?? "" };
    this.played = [round, ...this.played].slice(0, ROUNDS_MAX);
    this.nets = [...this.nets, frame.solo.net];
    this.mistake = null;
  }
}
