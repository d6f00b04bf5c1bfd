/** The frames and records of docs/web.md. Amounts are whole cents, cards two signs like "Td". */
import type { Decision } from "./decisions";

export type Cents = number;
export type Card = string;
export type Role =
  | "dealer"
  | "supervisor"
  | "executive"
  | "accounting"
  | "technician"
  | "regulator";
export type { Decision };

export interface Session {
  badge: string;
  name: string;
  role: Role;
  csrf: string;
}

export interface Signature {
  badge: string;
  pin: string;
}

export type Sensor = "placed" | "locked" | "lifted" | "settled";

export interface WagerView {
  name: string;
  title: string;
  amount: Cents;
  sensor: Sensor;
  /** In words. */
  outcome: string;
  tone: Tone;
  act: string;
  result: string;
}

/** What became of a wager or a hand; empty while it is open. */
export type Tone = "" | "win" | "lose" | "push" | "pending" | "reversed";

export interface HandView {
  name: string;
  cards: Card[];
  total: string;
  stake: Cents;
  /** What the house laid beside it: a free bet. */
  house_stake: Cents;
  doubles: number;
  is_active: boolean;
  border: string;
  tone: Tone;
  /** What the dealer does, like "TAKE $25". */
  act: string;
  /** What the player sees, like "−$25". */
  result: string;
}

export interface SpotView {
  spot: number;
  player: string;
  banner: string;
  net: Cents;
  wagers: WagerView[];
  hands: HandView[];
}

export interface TableView {
  game: string;
  stage: string;
  prompt: string;
  dealer_cards: Card[];
  dealer_total: string;
  message: string;
  spots: SpotView[];
  movements: Movement[];
  awards: AwardView[];
  decisions: Partial<Record<Decision, string | null>>;
  /** Those that the house pays for. */
  free_decisions: Decision[];
}

/** What the dealer does with the chips of one wager, in the order the list has. */
export interface Movement {
  spot: number;
  wager: string;
  hand: string;
  title: string;
  outcome: string;
  /** The stake, if it was lifted after START GAME: it is in the tray already. */
  lifted: Cents;
  take: Cents;
  pay: Cents;
  leave: Cents;
  /** What the player then moved of it onto the main wager. */
  moved: Cents;
  source: "tray" | "meter";
  level: string;
  /** Done already: DEAL ended the bonus round. */
  is_done: boolean;
  tone: Tone;
  act: string;
  result: string;
}

/** What a meter pays: its win page does, never the tray. */
export interface AwardView {
  spot: number;
  wager: string;
  wager_title: string;
  outcome: string;
  /** The outcome in words. */
  title: string;
  level: string;
  percent: number;
  state: "due" | "claimed" | "confirmed" | "reversed";
  amount: Cents | null;
  /** The number of the win page; 0 before there is one. */
  page: number;
  /** What the dealer does. */
  act: string;
}

/** What became of an earlier round and must still be told. */
export interface Notice {
  id: string;
  kind: "voided" | "reversed";
  says: string;
  /** For the dealer alone. */
  does?: string;
  /** What goes back to the players, and what was settled before. */
  returns?: Movement[];
  movements?: Movement[];
}

export interface OfferLine {
  outcome: string;
  pays: string;
  /** The outcome as a claim names it. */
  name?: string;
  /** The meter level this line is paid from; null for a fixed pay. */
  level?: string | null;
}

export interface Offer {
  name: string;
  title: string;
  kind: string;
  minimum: Cents;
  maximum: Cents;
  step: Cents;
  needs: string | string[] | null;
  paytable: string;
  lines: OfferLine[];
}

/** What one screen or one voice gave to the cut; `cut` is empty while it is sealed. */
export interface CutPartView {
  who: string;
  at: string;
  seal: string;
  cut: string;
  salt: string;
  is_sealed: boolean;
}

export interface ShoeView {
  number: number;
  commitment: string;
  is_cut: boolean;
  dealt: number;
  cards: number;
  cut_card: number;
  is_over: boolean;
  /** How far the cut has come. */
  stage?: "open" | "closed" | "confirmed";
  parts?: CutPartView[];
  /** What every screen says of the cut until the first card. */
  says?: string;
  /** Why the table has stopped; empty if it has not. */
  fault?: string;
}

export interface LevelView {
  name: string;
  display: Cents;
  is_pending: boolean;
  limit: Cents | null;
}

export interface MeterView {
  progressive: string;
  title: string;
  wager: string;
  is_available: boolean;
  levels: LevelView[];
}

export type NextName =
  | "open-table"
  | "shuffle"
  | "cut"
  | "confirm-cut"
  | "void-shoe"
  | "start-game"
  | "lift"
  | "deal"
  | "decide"
  | "claim"
  | "swipe"
  | "end-game"
  | "wait";

export interface Target {
  spot: number;
  wager: string;
  outcome?: string;
}

export interface NextKey {
  key: NextName;
  label: string;
  sentence: string;
  reason: string;
  /** The wagers the key is about: to lift, to claim, to swipe. */
  targets?: Target[];
}

export interface ConsoleKey {
  key: string;
  label: string;
  reason: string;
}

export interface Rule {
  heading: string;
  text: string;
}

export interface PastRound {
  id: string;
  net: Record<string, Cents>;
  dealer: Card[];
  summary: string;
  awards?: { spot: number; wager: string; amount: Cents | null; page: number; state: AwardView["state"] }[];
}

export interface PlacedWager {
  spot: number;
  wager: string;
  amount: Cents;
}

/** How much a spot may move of what its side wager won, its stake included. */
export interface Parlay {
  spot: number;
  most: Cents;
  won: Cents;
  /** Amounts go by steps of so much. */
  step: Cents;
}

export type RoomKind = "live" | "training" | "demo";

export interface TableFrame {
  type: "table";
  version: number;
  /** The room's last entry: it grows with meters, too. */
  sequence?: number;
  table: string;
  audience: "dealer" | "display" | "player";
  spots: number[];
  /** What the cut calls this screen. */
  screen?: string;
  training: boolean;
  kind?: RoomKind;
  game: { name: string; title: string; decks: number };
  is_open: boolean;
  dealer: string;
  round: { id: string; number: number } | null;
  view: TableView;
  offers: Offer[];
  shoe: ShoeView | null;
  meters: MeterView[];
  next?: NextKey;
  keys?: ConsoleKey[];
  can_step_back?: string;
  /** While insurance is open: the most each spot may insure. */
  insurance?: { spot: number; maximum: Cents }[];
  /** The spot that may move winnings onto its main wager now. */
  parlay?: Parlay | null;
  /** What lay on the spots in the round before, for REBET. */
  last_wagers?: PlacedWager[];
  /** What is printed on the felt. */
  felt?: string[];
  rules: Rule[];
  history: PastRound[];
  notices?: Notice[];
  say: string;
}

export interface SoloFrame extends TableFrame {
  solo: { bankroll: Cents; net: Cents; rounds: number; mistakes: number; cost: Cents };
}

export interface JackpotFrame {
  progressive: string;
  title: string;
  version: number;
  training: boolean;
  kind?: RoomKind;
  is_available: boolean;
  is_house_jackpot: boolean;
  levels: JackpotLevel[];
  winner: { level: string; amount: Cents; table: string; spot: number; at: string } | null;
  message: string;
}

export interface JackpotLevel extends LevelView {
  /** What wins it, in the words of the placard. */
  hands: string[];
}

export interface RoomTable {
  table: string;
  title: string;
  game: string;
  is_open: boolean;
  dealer: string;
  stage: string;
}

export interface Room {
  name: string;
  training: boolean;
  kind?: RoomKind;
  version: string | number;
  tables: RoomTable[];
  progressives: { name: string; title: string; tables: string[] }[];
  demo: {
    badges: { badge: string; pin: string; name: string; role: Role }[];
    links: { title: string; path: string }[];
  } | null;
}

/** What a past round looked like step by step, for this audience. */
export interface Replay {
  id: string;
  steps: { sentence: string; view: TableView }[];
}

/** A command of the table, as `Operate` carries it. */
export type TableCommand =
  | { kind: "TakeSeat"; player: string; spots: number[] }
  | { kind: "PlaceWager"; spot: number; wager: string; amount: Cents }
  | { kind: "LiftWager"; spot: number; wager: string }
  | { kind: "StartGame" }
  | { kind: "PressDeal" }
  | { kind: "MoveWinnings"; spot: number; amount: Cents }
  | { kind: "Choose"; decision: Decision }
  | { kind: "ClaimAward"; spot: number; wager: string; outcome: string }
  | { kind: "EndGame" };

export type Wish = { kind: string; [field: string]: unknown };

export interface OrderAnswer {
  sequence: number;
  repeated: boolean;
  answer: unknown;
}
