/** The words of the solo table. */
import { titleOf } from "$lib/titles";
import { area } from "./languages";

export const english = {
  heading: "Solo table",
  practice: "Practice money",
  keys: "Your keys",
  home: "Start page",
  opening: "Setting up the table…",
  decision: titleOf,
  free: (title: string) => `${title} free`,

  bar: {
    game: "Choose a game",
    rules: "Rules",
    report: "Report",
    history: "History",
    coach: "Coach",
    settings: "Settings",
    count: "Counting drill",
    chart: "Chart",
  },

  bets: {
    tray: "Chips",
    chip: (amount: string) => `${amount} chip`,
    undo: "Undo",
    clear: "Clear",
    twice: "Double",
    rebet: "Rebet",
    deal: "Deal",
    buyIn: "Take a new bankroll",
    hint: "Pick a chip, then tap a circle.",
    nothingPlaced: "there are no chips on the table",
    nothingBefore: "there is no earlier bet",
    atMost: (title: string, amount: string) => `${title}: ${amount} at most`,
    needs: (title: string) => `needs ${title}`,
    total: (amount: string) => `${amount} on the table`,
  },

  play: {
    advice: "Advice",
    undo: "Take back",
    hand: (total: string, dealer: string) => `${total} · dealer ${dealer}`,
    continue: "Continue",
    again: (amount: string) => `Deal again ${amount}`,
    change: "Change bet",
    claim: "Claim the jackpot",
    collect: "Collect the jackpot",
    jackpot: "Jackpot!",
    award: (outcome: string, level: string, percent: number) => `${outcome}, ${percent}% of ${level}`,
  },

  late: {
    question: "A wager on what you see?",
    make: (title: string, amount: string) => `${title} ${amount}`,
    made: (title: string, amount: string) => `✓ ${title} ${amount}`,
    decline: "No wager",
    goOn: "Go on",
  },
  insurance: {
    question: "Insurance?",
    text: (amount: string) => `The dealer shows an ace. Insure for up to ${amount}.`,
    take: (amount: string) => `Insure ${amount}`,
    taken: (amount: string) => `Insured ${amount}`,
    decline: "No insurance",
    goOn: "Look at the hole card",
  },

  parlay: {
    question: "Move your winnings?",
    text: (spot: number, won: string) => `Spot ${spot} won and has ${won} with its stake. You may move it onto the main wager.`,
    all: (amount: string) => `Move ${amount}`,
    part: "Part of it",
    leave: "Leave it",
  },

  result: {
    win: (amount: string) => `You win ${amount}`,
    lose: (amount: string) => `You lose ${amount}`,
    even: "Even",
  },

  session: {
    heading: "This session",
    net: "Net",
    bankroll: "In hand",
    rounds: "Rounds",
    time: "Time",
    mistakes: "Mistakes",
    cost: "They cost",
    accuracy: "Best plays",
    line: (net: string, rounds: number) => `Net after each of ${rounds} rounds, now ${net}`,
    streak: "Streak",
    longest: (count: number) => `best ${count}`,
  },

  coach: {
    heading: "Coach",
    mode: "When I choose wrong",
    modes: { hold: "Stop me first", after: "Tell me after", off: "Say nothing" },
    modeHelp: {
      hold: "You can try again before you see the answer.",
      after: "Your choice is played, then you see what it cost.",
      off: "Mistakes are still counted.",
    },
    ask: "What should I do?",
    asking: "Calculating every decision…",
    best: "best",
    worth: "What each choice brings on average, in % of your wager. Left of the line you lose, right of it you win.",
    none: "You get advice when it is your turn.",
    wrong: (chosen: string, best: string) => `${chosen}, but ${best.toLowerCase()} was best`,
    price: (money: string, percent: string) => `cost ${money} on average, ${percent} of the wager`,
    right: "Best play.",
    practise: "Deal me the hands I get wrong",
    practised: (places: number) =>
      places ? `${places} ${places === 1 ? "hand" : "hands"} to practise: two deals of three bring one of them.` : "Nothing to practise yet. Play on: what you get wrong comes back.",
    see: "See it",
  },

  hold: {
    title: "There is a better play",
    text: (chosen: string) => `${chosen} costs you something here. Do you want to think again?`,
    again: "Try again",
    tell: "Tell me",
    anyway: (chosen: string) => `${chosen} anyway`,
    answer: (best: string) => `${best} is best.`,
  },

  count: {
    heading: "Counting drill",
    against: "Count for",
    hiLo: "the main game (Hi-Lo)",
    exposure: (often: number, edge: number, units: number) =>
      `Kept without a mistake, this count finds an edge on ${often.toFixed(2)}% of the hands, ${edge.toFixed(2)}% on average: ${units.toFixed(3)} wagers won in 100 hands. Worked out exactly, with the cut card where it usually lies.`,
    noExposure: "What this count wins in the main game is not worked out: the odds of Upcard have the exposure of side wagers only.",
    place: (at: number, all: number) => `Card ${at} of ${all}`,
    ask: "What is the count?",
    check: "Check",
    start: (many: number) => `Show me ${many} cards`,
    again: "Again",
    right: (count: number, streak: number) => `Right: ${count > 0 ? "+" : ""}${count}.${streak > 1 ? ` ${streak} in a row.` : ""}`,
    wrong: (told: number, count: number) => `You said ${told > 0 ? "+" : ""}${told}. The count is ${count > 0 ? "+" : ""}${count}.`,
  },
  training: {
    heading: "Your five dearest habits",
    sofar: (right: number, all: number, streak: number, longest: number) =>
      `${right} of ${all} decisions in this game were best. ${streak} in a row now, ${longest} at most.`,
    habit: (row: string, upcard: string) => `${row.replace(/^./, (c) => c.toUpperCase())} against ${upcard === "A" ? "an ace" : upcard}`,
    often: (wrong: number, seen: number) => `wrong ${wrong} of ${seen} times`,
    learned: "learned",
    save: "Save my progress",
    load: "Load saved progress",
    loaded: "Your saved progress is here.",
    notRead: (name: string) => `"${name}" is not saved progress: choose a file that you saved here. Nothing was changed.`,
    forget: "Forget this game",
    file: "upcard-progress.json",
  },
  report: {
    heading: "Report card",
    none: "No mistakes yet. Play some hands and come back.",
    worst: "The worst five",
    each: (chosen: string, best: string) => `${chosen} instead of ${best.toLowerCase()}`,
    round: (number: number) => `Round ${number}`,
    decisions: (right: number, all: number) => `${right} of ${all} decisions were best`,
    grade: (percent: string) => `${percent} best plays`,
    costs: (money: string) => `Mistakes cost ${money} on average so far`,
    back: "Back to the list",
  },

  history: {
    heading: "History",
    none: "No rounds yet.",
    replay: "Replay round",
  },

  replay: {
    title: (number: number) => `Round ${number}, card by card`,
    first: "First",
    before: "Back",
    after: "Next",
    last: "Last",
    step: (at: number, all: number) => `Step ${at} of ${all}`,
    keys: "Use the arrow keys to step through it.",
    dealt: "A card is dealt.",
    turned: "The hole card is turned.",
    slider: "Step",
  },

  picker: {
    heading: "Choose a game",
    decks: "Decks",
    pack: "Side wagers",
    sit: "Sit down",
    now: "You are here",
    drill: "Deal me",
    anyHand: "any hands",
    loses: "Sitting down at another table starts a new session.",
  },

  settings: {
    heading: "Settings",
    spots: "Spots to play",
    spotCount: (count: number) => String(count),
    keysHeading: "Keys",
    keys: [
      ["Space", "deal, next"],
      ["H S D P", "hit, stand, double, split"],
      ["R", "surrender or rescue"],
      ["I", "insurance"],
      ["M", "move winnings"],
      ["A", "advice"],
      ["1 to 5", "pick a chip"],
      ["B", "chip on the main wager"],
      ["Z", "undo"],
      ["V", "sound on or off"],
    ] as [string, string][],
  },

};

export const words = area("solo", english);
