/**
 * What the server sends and takes, as docs/web.md explains it. Amounts are whole cents.
 *
 * Written by `make types` from the server's own types: change those, and run it again.
 */

export type Cents = number;

export type Card = string;

/** placed before the start, locked after it, lifted by the dealer, or settled. */
export type Sensor = "placed" | "locked" | "lifted" | "settled";

/** What became of a wager or a hand; empty while it is open. */
export type Tone = "" | "win" | "lose" | "push" | "pending" | "reversed";

export type NextName = "open-table" | "shuffle" | "cut" | "confirm-cut" | "void-shoe" | "start-game" | "lift" | "deal" | "decide" | "claim" | "confirm" | "swipe" | "end-game" | "card" | "face-down" | "peek" | "wait";

/** What somebody is in the room. A badge has one role. */
export type Role = "dealer" | "supervisor" | "executive" | "accounting" | "technician" | "regulator" | "display";

/** What a player may do with the hand in turn, in the order of the dealer's keys. */
export type Decision = "hit" | "stand" | "double" | "split" | "surrender" | "rescue" | "zap";

/** What a room is for. */
export type RoomKind = "live" | "training" | "demo";

/** What a dealer practises. */
export type DrillKind = "pay-the-table" | "catch-the-mistake" | "run-the-jackpot";

/** Who is signed in here. */
export interface Session {
  badge: string;
  name: string;
  role: Role;
  csrf: string;
}

/** The second person's badge and PIN. */
export interface Signature {
  badge: string;
  pin: string;
}

/** Whom a frame is for, and what is spoken to them. */
export interface FrameHead {
  type: "table";
  audience: "dealer" | "display" | "player";
  spots: number[];
  /** What the cut calls this screen. */
  screen: string;
  say: string;
}

/** The game that a table plays. */
export interface GameName {
  name: string;
  title: string;
  decks: number;
  deck: "standard" | "pontoon";
  /** Whether DEAL starts and ends a round and completes a surrender, as S4 has it. */
  deal_key: boolean;
  /** How many games a player may wager on, which the layout must say. */
  games_max: number;
}

/** The round on a table. */
export interface RoundName {
  id: string;
  number: number;
}

/** A spot that may insure, and up to what. */
export interface Insurable {
  spot: number;
  maximum: Cents;
}

/** A side wager that a spot may make now, on a card that is seen. */
export interface LateWager {
  spot: number;
  wager: string;
}

/** How much a spot may move of what its side wager won, its stake included. */
export interface Parlay {
  spot: number;
  most: Cents;
  won: Cents;
  /** Amounts go by steps of so much. */
  step: Cents;
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

/** What everybody may know of a shoe: its commitment, who cut it, how far it is dealt. */
export interface ShoeView {
  number: number;
  commitment: string;
  is_cut: boolean;
  dealt: number;
  cards: number;
  cut_card: number;
  is_over: boolean;
  /** How far the cut has come. */
  stage: "open" | "closed" | "confirmed";
  parts: CutPartView[];
  /** What every screen says of the cut until the first card. */
  says: string;
  /** Why the table has stopped; empty if it has not. */
  fault: string;
}

/** What everybody may know of real cards. */
export interface RealShoeView {
  number: number;
  /** How many there were when they were shuffled. */
  cards: number;
  left: number;
}

/** One meter as a display shows it. */
export interface LevelView {
  name: string;
  display: Cents;
  is_pending: boolean;
  limit: Cents | null;
}

/** One progressive at a table. */
export interface MeterView {
  progressive: string;
  title: string;
  wager: string;
  is_available: boolean;
  levels: LevelView[];
}

/** What a meter paid in a past round. */
export interface PastAward {
  spot: number;
  wager: string;
  amount: Cents | null;
  /** The number of the win page; 0 before there is one. */
  page: number;
  state: "due" | "claimed" | "confirmed" | "reversed";
}

/** The dealer's cards, what players gained, what meters paid. */
export interface RoundLine {
  /** What each spot gained, in cents. */
  net: Record<string, number>;
  /** Whether people dealt real cards: *net* is then of the progressive wagers alone. */
  is_by_hand: boolean;
  dealer: Card[];
  summary: string;
  awards: PastAward[];
}

/** The same, with the name of its round. */
export interface PastRound extends RoundLine {
  id: string;
}

/**
 * What happens to the chips of one wager.
 *
 * The tray gains *lifted* and *take* and gives *pay*; the player keeps *leave* and gets *pay*.
 * A stake is *lifted*, or it is *take* and *leave*: no chip is counted twice.
 */
export interface Movement {
  spot: number;
  wager: string;
  /** The hand it is for, where it is for one; else empty. */
  hand: string;
  /** The wager's name on the layout, and the hand where a spot has several: "Main, hand 2". */
  title: string;
  /** The outcome in words. */
  outcome: string;
  /** The stake, if the dealer lifted it after START GAME: it is in the tray already. */
  lifted: Cents;
  /** What the dealer takes from the felt. */
  take: Cents;
  /** What the dealer pays from the tray. */
  pay: Cents;
  /** What stays on the felt: it is the player's. */
  leave: Cents;
  /** What of *pay* and *leave* the player then moved onto the main wager. */
  moved: Cents;
  /** What pays a win: a meter pays by its win page, and nothing of it comes from the tray. */
  source: "tray" | "meter";
  level: string;
  /** Whether the dealer has done it: DEAL ended the bonus round. */
  is_done: boolean;
  tone: Tone;
  /** What the dealer does, like "TAKE $1, PAY $3". */
  act: string;
  /** What the player sees, like "+$3". */
  result: string;
}

/** What became of an earlier round and must still be told. */
export interface Notice {
  id: string;
  kind: "voided" | "reversed" | "device";
  says: string;
  /** For the dealer alone. */
  does?: string;
  /** What goes back to the players. */
  returns?: Movement[];
  /** What was settled before, and stands. */
  movements?: Movement[];
}

/** A wager that a key is about. */
export interface Target {
  spot: number;
  wager: string;
  outcome?: string;
}

/** The one big key of the console. */
export interface NextKey {
  key: NextName;
  label: string;
  sentence: string;
  /** Why it cannot be pressed yet; empty if it can. */
  reason: string;
  /** The wagers the key is about: to lift, to claim, to swipe. */
  targets: Target[];
}

/** A key of the console, and why it cannot be pressed. */
export interface ConsoleKey {
  key: string;
  label: string;
  reason: string;
}

/** A wager as it can be placed again. */
export interface PlacedWager {
  spot: number;
  wager: string;
  amount: Cents;
}

/** A line of the tray that the dealer of a hand-dealt table keyed, and what it pays. */
export interface KeyedView {
  spot: number;
  wager: string;
  outcome: string;
  /** What the dealer pays from the tray. */
  pay: Cents;
}

/** A card of the open round, at a table with read cards. */
export interface ToldCard {
  /** Which card it is, from 1 on, in the order they left the shoe. */
  place: number;
  /** Whose it is, in words. */
  to: string;
  card: string;
  /** Why it cannot be corrected; empty if it can. */
  reason: string;
}

/** An award that is claimed and not paid: how much, and what its next step takes. */
export interface ClaimView {
  spot: number;
  wager: string;
  amount: Cents;
  /** Whose badge the swipe takes. */
  needs: Role;
  /** Whether CONFIRM at a hand-dealt table needs the cards. */
  takes_cards: boolean;
}

/** What changes with the table, without what is seen of its cards and wagers. */
export interface SharedPart {
  version: number;
  /** The room's last entry: it grows with meters, too. */
  sequence: number;
  table: string;
  training: boolean;
  kind: RoomKind;
  game: GameName;
  /** How its cards come. */
  cards: "digital" | "hand-dealt" | "read";
  is_open: boolean;
  dealer: string;
  round: RoundName | null;
  /** While insurance is open: the most each spot may insure. */
  insurance: Insurable[];
  /** While side wagers are made on a card that is seen: which spots may make which. */
  late: LateWager[];
  /** The spot that may move winnings onto its main wager now. */
  parlay: Parlay | null;
  shoe: ShoeView | null;
  /** The real cards, at a table with read cards. */
  real_shoe: RealShoeView | null;
  meters: MeterView[];
  history: PastRound[];
  notices: Notice[];
  next?: NextKey;
  keys?: ConsoleKey[];
  /** Why the last key cannot be taken back; empty if it can. */
  can_step_back?: string;
  /** What lay on the spots in the round before, for REBET. */
  last_wagers?: PlacedWager[];
  /** Hand buttons that are on and pay from the tray. */
  keyed?: KeyedView[];
  /** The cards of the round, at a table with read cards. */
  told?: ToldCard[];
  /** Awards that are claimed and not paid. */
  claims?: ClaimView[];
}

/** One line of a paytable. */
export interface OfferLine {
  outcome: string;
  pays: string;
  /** The outcome as a claim names it. */
  name: string;
  /** The meter level this line is paid from; null for a fixed pay. */
  level: string | null;
}

/** A wager on the layout: its limits and what it pays. */
export interface Offer {
  name: string;
  title: string;
  kind: string;
  minimum: Cents;
  maximum: Cents;
  step: Cents;
  /** Another wager that must lie on the spot first. */
  needs: string | null;
  is_at_most_main: boolean;
  /** Whether it is made on a card that is seen, and not before the start. */
  is_late: boolean;
  paytable: string;
  lines: OfferLine[];
}

/** A line of the placard. */
export interface Rule {
  heading: string;
  text: string;
}

/** What is the same as long as the table plays the same game. */
export interface PlacardPart {
  offers: Offer[];
  rules: Rule[];
  /** What is printed on the felt. */
  felt: string[];
}

/** A wager on a spot: its sensor, and its result. */
export interface WagerView {
  name: string;
  title: string;
  amount: Cents;
  sensor: Sensor;
  /** In words; empty while it is open. */
  outcome: string;
  tone: Tone;
  /** What the dealer does, like "TAKE $1, PAY $3"; empty while it is open. */
  act: string;
  /** What the player sees, like "+$3"; empty while it is open. */
  result: string;
  /** The cards that were dealt for it alone. */
  lone_cards: Card[];
}

/** A hand as this audience sees it. */
export interface HandView {
  /** Its name in the journal; people read the title. */
  name: string;
  /** Like "Spot 1", or "Hand 2 of spot 1". */
  title: string;
  cards: Card[];
  /** Like "soft 18"; empty where a card is hidden. */
  total: string;
  /** The total as charts name it, in every language. */
  points: string;
  stake: Cents;
  /** What the house laid beside the player's stake: a free bet. A win pays both alike. */
  house_stake: Cents;
  doubles: number;
  is_active: boolean;
  /** Its result: empty while it plays; else BUST, SURRENDERED, WIN, ... */
  border: string;
  /** Whether it is surrendered or rescued. */
  is_given_up: boolean;
  tone: Tone;
  /** What the dealer does, like "PAY $25"; empty while it is open. */
  act: string;
  /** What the player sees, like "+$25"; empty while it is open. */
  result: string;
}

/** A spot with its wagers, hands and banner. */
export interface SpotView {
  spot: number;
  player: string;
  wagers: WagerView[];
  hands: HandView[];
  /** What the player's display says across the screen, if anything. */
  banner: string;
  /** What the player gained on the spot. No dealer pays or takes it: see the movements. */
  net: Cents;
}

/** What a meter pays, apart from the chips: a win page pays it. */
export interface AwardView {
  spot: number;
  wager: string;
  /** The wager's name on the layout. */
  wager_title: string;
  outcome: string;
  /** The outcome in words. */
  title: string;
  level: string;
  percent: number;
  state: "due" | "claimed" | "confirmed" | "reversed";
  /** What the ledger posted, and what the win page says; null before. */
  amount: Cents | null;
  /** The number of the win page; 0 before there is one. */
  page: number;
  /** What the dealer does. */
  act: string;
}

/** Everything one audience may see. */
export interface TableView {
  game: string;
  stage: string;
  prompt: string;
  dealer_cards: Card[];
  dealer_total: string;
  /** What the dealer's display says: "No Blackjack", or nothing. */
  message: string;
  spots: SpotView[];
  /** What the dealer does with the chips, in the order to do it. */
  movements: Movement[];
  /** What meters pay, apart from the chips. */
  awards: AwardView[];
  /** For the hand in turn: each decision, with why it is not allowed, or null where it is. */
  decisions: Partial<Record<Decision, string | null>>;
  /** For the hand in turn: the decisions that the house pays for. */
  free_decisions: Decision[];
}

/** Everything that one audience may see of a table. */
export interface TableFrame extends FrameHead, SharedPart, PlacardPart {
  view: TableView;
}

/** How a session at the solo table goes. */
export interface SoloSession {
  bankroll: Cents;
  net: Cents;
  rounds: number;
  mistakes: number;
  cost: Cents;
}

/** The frame of a solo table. */
export interface SoloFrame extends TableFrame {
  solo: SoloSession;
}

/** A meter on the display of its progressive. */
export interface JackpotLevel extends LevelView {
  /** What wins it, in the words of the placard. */
  hands: string[];
}

/** The newest award of a progressive. */
export interface Winner {
  level: string;
  amount: Cents;
  table: string;
  spot: number;
  at: string;
}

/** What the display of a progressive shows. */
export interface JackpotFrame {
  progressive: string;
  title: string;
  version: number;
  training: boolean;
  kind: RoomKind;
  is_available: boolean;
  is_house_jackpot: boolean;
  levels: JackpotLevel[];
  winner: Winner | null;
  message: string;
}

/** One card or key of a past round. */
export interface ReplayStep {
  sentence: string;
  view: TableView;
}

/** What a past round looked like step by step, for this audience. */
export interface Replay {
  id: string;
  steps: ReplayStep[];
}

/** A table in the list of the start page. */
export interface RoomTable {
  table: string;
  title: string;
  game: string;
  /** How its cards come. */
  cards: "digital" | "hand-dealt" | "read";
  is_open: boolean;
  dealer: string;
  stage: string;
}

/** A progressive in the list of the start page. */
export interface RoomProgressive {
  name: string;
  title: string;
  tables: string[];
}

/** Somebody to sign in as in a demonstration. */
export interface DemoBadge {
  badge: string;
  pin: string;
  name: string;
  role: Role;
}

/** A screen to look at in a demonstration. */
export interface DemoLink {
  title: string;
  path: string;
}

/** What the start page of a demonstration offers. */
export interface DemoOffer {
  badges: DemoBadge[];
  links: DemoLink[];
}

/** The room as the start page shows it. */
export interface Room {
  name: string;
  training: boolean;
  kind: RoomKind;
  version: number;
  tables: RoomTable[];
  progressives: RoomProgressive[];
  demo: DemoOffer | null;
  /** Whether there is no room yet, and the server printed a link to set one up. */
  is_to_be_set_up: boolean;
}

/** What an order came to. */
export interface OrderAnswer {
  sequence: number;
  repeated: boolean;
  answer: Record<string, unknown>;
}

/** One thing that an order would change. */
export interface Change {
  what: string;
  before: number | string | null;
  after: number | string | null;
  progressive: string;
  level: string;
  /** The award or round that it is about. */
  of: string;
  /** What of it a signature stands for. */
  signed: "both" | "change" | "nothing";
  /** What the displays of the progressive are headed. */
  title: string;
}

/** What an order would change, for whoever is about to sign it. */
export interface Preview {
  version: number;
  /** Goes back with the order: if it would do something else by then, it is refused. */
  agreed: string;
  signers: Role[][];
  roles_differ: boolean;
  warnings: string[];
  changes: Change[];
}

/** A meter with everything behind it. */
export interface DeskLevel {
  name: string;
  display: Cents;
  reserve: Cents;
  overflow: Cents;
  pending: Cents;
  limit: Cents | null;
  seed: Cents;
  rate: string;
  reserve_rate: string;
  hits: number;
  paid: Cents;
  executive_from: Cents | null;
  /** From this amount on, CONFIRM at a hand-dealt table needs the cards. */
  cards_from: Cents | null;
  is_pending: boolean;
}

/** A progressive and its levels, top level first. */
export interface DeskProgressive {
  name: string;
  title: string;
  award_lock: string;
  tables: string[];
  levels: DeskLevel[];
}

/** One step of the checklist of a large prize. */
export interface ChecklistStep {
  name: string;
  text: string;
}

/** An award that somebody claimed and nobody has confirmed yet. */
export interface Claim {
  award_id: string;
  progressive: string;
  level: string;
  percent: number;
  amount: Cents;
  table: string;
  spot: number;
  wager: string;
  details: string;
  claimed_by: string;
  /** Who confirms it. */
  needs: Role;
  /** Which claim of its meter it is; the first is paid first. */
  position: number;
  /** Whether a supervisor has pressed CONFIRM: the swipe is all that is missing. */
  is_confirmed: boolean;
  /** Whether only somebody at the table sees the cards. */
  is_by_hand: boolean;
  /** What must be done before so large a prize is paid; empty where nothing is left to do. */
  checklist: ChecklistStep[];
}

/** An award that was paid. */
export interface PaidAward {
  award_id: string;
  /** The number of its win page. */
  slip: number | null;
  progressive: string;
  level: string;
  amount: Cents;
  before: Cents;
  after: Cents;
  at: string;
  confirmed_by: string;
  /** Why it was reversed; empty if it was not. */
  reversal: string;
  details: string;
  table: string;
  spot: number;
}

/** Something that somebody must look at. */
export interface DeskAlarm {
  code: string;
  message: string;
}

/** A passkey of a badge. */
export interface PasskeyName {
  id: string;
  name: string;
}

/** Somebody who works here. */
export interface StaffMember {
  badge: string;
  name: string;
  role: Role;
  wrong_pins: number;
  passkeys: PasskeyName[];
}

/** A table as the desk sees it. */
export interface DeskTable {
  table: string;
  title: string;
  game: string;
  /** How its cards come. */
  cards: "digital" | "hand-dealt" | "read";
  is_open: boolean;
  dealer: string;
  shoe: ShoeView | null;
}

/** A device at a table. */
export interface DeskDevice {
  device: string;
  kinds: ("rail" | "keypad" | "reader" | "lamps" | "display")[];
  table: string;
  /** The last of its messages that the journal has. */
  number: number;
  is_lost: boolean;
  /** When it was heard last; empty if it never was. */
  heard: string;
}

/** The prize account, and what is owed to players. */
export interface DeskBank {
  balance: Cents | null;
  at: string;
  liability: Cents;
  short: boolean;
}

/** What came in from players and has not gone to the bank yet. */
export interface DeskDeposit {
  progressive: string;
  due: Cents;
  since: string;
  is_overdue: boolean;
}

/** A reason to adjust a meter, and what it allows. */
export interface Adjustment {
  reason: string;
  title: string;
  directions: string[];
  funds: string[];
}

/** Everything the desk shows. */
export interface Desk {
  version: number;
  progressives: DeskProgressive[];
  claims: Claim[];
  awards: PaidAward[];
  alarms: DeskAlarm[];
  staff: StaffMember[];
  tables: DeskTable[];
  devices: DeskDevice[];
  bank: DeskBank;
  deposits: DeskDeposit[];
  adjustments: Adjustment[];
}

/** A round in the list of recall. */
export interface PastRoundLine {
  id: string;
  table: string;
  number: number;
  at: string;
  day: string;
  dealer: string;
  spots: number[];
  /** What the players gained together; null where people dealt real cards: nobody knows it. */
  net: Cents | null;
  is_by_hand: boolean;
  is_open: boolean;
  is_voided: boolean;
  is_reversed: boolean;
}

/** One event of a past round that people notice. */
export interface RecallStep {
  sequence: number;
  at: string;
  by: string;
  sentence: string;
  is_reversal: boolean;
  frame: TableView;
}

/** A shoe as anybody may check it. */
export interface ShoeRecord {
  table: string;
  shoe: number;
  number: number;
  algorithm: string;
  commitment: string;
  committed_at: string;
  cut: string;
  parts: CutPartView[];
  is_cut: boolean;
  deck: string;
  decks: number;
  /** null until it is told. */
  seed: string | null;
  dealt: Card[];
  /** The order that the seed fixed; null before it is told, and where it is not the right one. */
  order: Card[] | null;
  /** How the shoe ended; empty while it is on the table. */
  end: string;
}

/** One round: its record, every step with who and when, and its shoe. */
export interface RecalledRound extends PastRoundLine {
  text: string | null;
  steps: RecallStep[];
  shoe: ShoeRecord | null;
}

/** A decision that cost something. */
export interface Mistake {
  chosen: string;
  best: string;
  /** Of the first wager. */
  costs_percent: number;
  costs: Cents;
}

/** What to do now. */
export interface Advice {
  /** A decision, or "insure", "decline", "move" or "leave". */
  decision: string;
  /** What the printed chart says; for single hands the best play may differ. */
  chart: string;
  why: string;
  /** What each allowed decision is worth, in first wagers; null where it was not worked out. */
  values: Partial<Record<Decision, number>> | null;
}

/** What an experiment has found of one wager. */
export interface ExperimentWager {
  wager: string;
  edge_percent: number;
  standard_error_percent: number;
  exact_percent: number | null;
  z: number | null;
}

/** What an experiment has found so far. */
export interface ExperimentNews {
  rounds: number;
  ev_percent: number;
  standard_error_percent: number;
  wagers: ExperimentWager[];
  command: string;
  is_done: boolean;
  /** Why it failed, if it did. */
  error?: string;
}

/** One setting as an editor needs it. */
export interface SettingField {
  path: string;
  title: string;
  help: string;
  type: "choice" | "integer" | "money" | "text" | "flag" | "list" | "switch";
  choices: string[];
  minimum: number | null;
  maximum: number | null;
  favours: string;
  says: string;
}

/** A version of the room's own rules. */
export interface RulesVersion {
  version: number;
  at: string;
  by: string;
  approved_by: string;
  hash: string;
}

/** What is wrong with a draft, by path. */
export interface RulesProblem {
  path: string;
  message: string;
}

/** Whether a draft can be played, or everything that is wrong with it. */
export interface CheckedRules {
  errors: RulesProblem[];
  /** What can be played and is hardly meant: look again before you approve it. */
  warnings: RulesProblem[];
  toml: string | null;
  hash: string | null;
}

/** The exact edge of one wager. */
export interface EdgeOfWager {
  wager: string;
  title: string;
  paytable: string;
  /** Null where it depends on how the players play. */
  edge_percent: number | null;
  hit_percent: number | null;
}

/** The exact edge of every wager and of the main game. */
export interface EdgesOfGame {
  wagers: EdgeOfWager[];
  edge_percent: number | null;
}

/** The same, and how long it took. */
export interface DraftOdds extends EdgesOfGame {
  seconds: number;
}

/** A number of decks that a game allows. */
export interface DecksChoice {
  count: number;
  /** Where the cut card usually is, in a shoe of the system's own. */
  cut_card: number;
  /** The packs that a table with so many decks may offer, the default first. */
  packs: string[];
}

/** A paytable that a wager may have, and for how many decks. */
export interface PaytableChoice {
  name: string;
  decks: number[];
}

/** A side wager or progressive that a game offers. */
export interface WagerChoice {
  name: string;
  title: string;
  is_progressive: boolean;
  /** The packs that it is in; none where it is offered with each. */
  packs: string[];
  /** The default. */
  paytable: string;
  paytables: PaytableChoice[];
}

/** A game that a table may play. */
export interface GameChoice {
  name: string;
  title: string;
  /** Whether two people approved it in this room; else it is the catalogue's. */
  is_approved: boolean;
  decks: DecksChoice[];
  decks_default: number;
  wagers: WagerChoice[];
}

/** A progressive wager that a table offers, and the progressive that it is on. */
export interface TableProgressive {
  wager: string;
  title: string;
  paytable: string;
  levels: string[];
  /** Empty where it is on none. */
  progressive: string;
}

/** A table, and what it is set to. */
export interface SetupTable {
  table: string;
  title: string;
  rules: string;
  decks: number;
  pack: string | null;
  paytables: Record<string, string>;
  cut_card: number;
  cards: "digital" | "hand-dealt" | "read";
  is_machine_shuffled: boolean;
  is_open: boolean;
  /** What it offers from a meter; none where its rules cannot be read. */
  progressives: TableProgressive[];
}

/** A level of a progressive, and what is set for it. */
export interface SetupLevel {
  name: string;
  seed: Cents;
  limit: Cents | null;
  executive_from: Cents | null;
  cards_from: Cents | null;
}

/** A progressive, and what it is set to. */
export interface SetupProgressive {
  name: string;
  title: string;
  wager: string;
  paytable: string;
  tables: string[];
  award_lock: string;
  /** In per cent of the wager, over all levels. */
  contribution: string;
  reserve: string;
  levels: SetupLevel[];
  is_in_play: boolean;
  /** What its levels hold for players, in play or not. */
  holds: Cents;
}

/** Everything that the set-up page shows. */
export interface SetupRecord {
  version: number;
  /** Whether the room's tables play rules that were approved here, and no others. */
  approved_only: boolean;
  games: GameChoice[];
  card_sources: ("digital" | "hand-dealt" | "read")[];
  tables: SetupTable[];
  progressives: SetupProgressive[];
  /** The hours at which shifts begin, in UTC. */
  shifts: number[];
}

/** The order that opens or changes a progressive, and what is unwise about it. */
export interface DraftedWish {
  wish: Record<string, unknown>;
  warnings: string[];
}

/** A drill that is offered. */
export interface DrillOffer {
  name: DrillKind;
  title: string;
  says: string;
}

/** A game to practise with. */
export interface DrillGame {
  name: string;
  title: string;
  drills: DrillKind[];
}

/** Everything that can be practised. */
export interface DrillList {
  drills: DrillOffer[];
  games: DrillGame[];
}

/** A wager of a finished round that you pay or take. */
export interface PayRow {
  key: string;
  spot: number;
  hand: string;
  title: string;
  stake: Cents;
}

/** A moment of a round at which the dealer pays: after the deal, or at the end. */
export interface PayMoment {
  title: string;
  view: TableView;
  rows: PayRow[];
}

/** What the dealer on screen does, and the table after it. */
export interface WatchedStep {
  sentence: string;
  view: TableView;
}

/** A mistake that you can name. */
export interface MistakeChoice {
  name: string;
  title: string;
}

/** A hand button: a line of the paytable. */
export interface HandButton {
  name: string;
  title: string;
}

/** A meter of the jackpot that you run. */
export interface DrillMeter {
  level: string;
  amount: Cents;
}

/** The hand-dealt table while you run a jackpot: the cards on the felt, and your keys. */
export interface RunDesk {
  view: TableView;
  /** The progressive wager, by its title. */
  wager: string;
  /** The spots that have made it. */
  spots: number[];
  lines: HandButton[];
  badges: string[];
  meters: DrillMeter[];
  /** What happened so far, the newest last. */
  news: string[];
}

/** An exercise, without its answers. */
export interface DrillExercise {
  drill: DrillKind;
  title: string;
  says: string;
  game: string;
  game_title: string;
  seed: number;
  /** What you must know of the house. */
  notes: string[];
  rules: Rule[];
  /** The placard of the game: its rules, its wagers, and what they pay. */
  offers: Offer[];
  moments: PayMoment[];
  steps: WatchedStep[];
  mistakes: MistakeChoice[];
  desk: RunDesk | null;
}

/** The rule behind an answer, and the document that has it. */
export interface DrillRule {
  name: string;
  title: string;
  source: string;
  /** The document's own words; empty where no source document has the rule. */
  sentence: string;
}

/** One of your decisions. */
export interface JudgedDecision {
  what: string;
  given: string;
  right: string;
  why: string;
  rule: DrillRule;
  is_right: boolean;
  seconds: number;
  overpaid: Cents;
  underpaid: Cents;
}

/** How you did in an exercise. */
export interface DrillResult {
  drill: DrillKind;
  game: string;
  seed: number;
  /** Whether the exercise is done; a jackpot is judged key by key. */
  is_over: boolean;
  decisions: JudgedDecision[];
  right: number;
  seconds: number;
  overpaid: Cents;
  underpaid: Cents;
  desk: RunDesk | null;
}

/** One trainee in one drill. */
export interface TraineeStanding {
  trainee: string;
  badge: string;
  drill: string;
  title: string;
  exercises: number;
  decisions: number;
  right: number;
  /** How many of the decisions were right, in percent. */
  percent: number;
  seconds_each: number;
  overpaid: Cents;
  underpaid: Cents;
}

/** A rule that a trainee has got wrong. */
export interface RuleStanding {
  trainee: string;
  badge: string;
  rule: string;
  title: string;
  decisions: number;
  wrong: number;
  percent: number;
  seconds_each: number;
}

/** How trainees do: you, or everybody for those who may read reports. */
export interface DrillStanding {
  trainees: TraineeStanding[];
  /** The worst first, trainee by trainee. */
  rules: RuleStanding[];
}

/** A command of the table, as `Operate` carries it. */
export type TableCommand =
  | { kind: "TakeSeat"; player: string; spots: number[] }
  | { kind: "PlaceWager"; spot: number; wager: string; amount: Cents }
  | { kind: "LiftWager"; spot: number; wager: string }
  | { kind: "StartGame" }
  | { kind: "Deal"; card: string }
  | { kind: "DealFaceDown" }
  | { kind: "AnswerPeek"; has_natural: boolean }
  | { kind: "PressDeal" }
  | { kind: "MoveWinnings"; spot: number; amount: Cents }
  | { kind: "Choose"; decision: Decision }
  | { kind: "ClaimAward"; spot: number; wager: string; outcome: string }
  | { kind: "EndGame" };

/** Every kind of wish; docs/web.md has their fields. */
export type WishKind =
  | "AbandonShoe"
  | "AcceptSoftware"
  | "AddMember"
  | "AddPasskey"
  | "AddTable"
  | "AdjustMeter"
  | "ApproveRules"
  | "ArchiveRecords"
  | "ChangeDealer"
  | "ChangeOwnPin"
  | "ChangePin"
  | "ChangeProgressive"
  | "ChangeTable"
  | "CloseCut"
  | "CloseTable"
  | "CompleteChecklist"
  | "ConfirmCut"
  | "ConfirmWin"
  | "CorrectCard"
  | "CutShoe"
  | "EnrolDevice"
  | "OpenCut"
  | "OpenProgressive"
  | "OpenTable"
  | "Operate"
  | "PrintSlip"
  | "ReadRecords"
  | "RecordBank"
  | "RecordDeposit"
  | "RecordDrill"
  | "RemoveMember"
  | "RemovePasskey"
  | "RemoveProgressive"
  | "ReportMalfunction"
  | "ReprintSlip"
  | "RestoreRoom"
  | "ReverseAward"
  | "RevokeDevice"
  | "SealCut"
  | "SetCardAside"
  | "SetShifts"
  | "SetWitnesses"
  | "ShuffleShoe"
  | "SignIn"
  | "StepBack"
  | "SwipeAward"
  | "TransferFunds"
  | "VoidClaim"
  | "VoidRound"
  | "VoidShoe"
  | "WitnessFor";

/** What an order asks for. */
export type Wish = { kind: WishKind; [field: string]: unknown };
