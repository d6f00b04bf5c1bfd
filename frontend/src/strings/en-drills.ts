/** The words of the drills. */
import { area } from "./languages";

export const english = {
  heading: "Drills",
  drill: "Drill",
  game: "Game",
  number: "Number (empty: a new one)",
  start: "Start",
  stop: "Stop this exercise",
  table: "The table",
  placard: "Rules and pays",
  loading: "Dealing the exercise…",
  pick: "Choose a drill and a game. Every decision is timed.",
  exercise: (title: string, game: string, seed: number) => `${title}: ${game}, exercise ${seed}`,

  pay: {
    rows: "Wagers to pay or take",
    how: "Choose the wagers in the order you would pay them (up and down arrows, too). An empty field is 0.",
    row: (spot: number, title: string, stake: string) => `Spot ${spot}, ${title} ${stake}`,
    take: "Take",
    pay: "Pay",
    key: "Key it",
    keyed: (place: number, take: string, pay: string) => `${place}. take ${take}, pay ${pay}`,
    back: "Take the last one back",
    left: (count: number) => `${count} to go`,
  },

  watch: {
    how: "Press Next (or the right arrow) until something goes wrong, then press Mistake (or M).",
    next: "Next",
    mistake: "Mistake!",
    which: "What did the dealer do wrong?",
    goOn: "It was nothing: go on",
    before: "Steps so far",
  },

  run: {
    how: "You are the dealer, and you call the others. Press the keys in order.",
    table: "Table",
    start: "START GAME",
    end: "END GAME",
    spot: "Spot",
    spotOf: (spot: number) => `Spot ${spot}`,
    lift: (spot: number) => `Lift wager ${spot}`,
    lines: (spot: number) => `Hand buttons of spot ${spot}`,
    award: "Award",
    call: "Call a supervisor",
    badge: "Badge",
    badges: { dealer: "Dealer", supervisor: "Supervisor", executive: "Executive" } as Record<string, string>,
    confirm: "CONFIRM",
    swipe: "Swipe",
    print: "Print the win page",
    news: "What happened",
    none: "Nothing yet. The wagers lie on the sensors.",
  },

  result: {
    heading: "How you did",
    right: (right: number, all: number) => `${right} of ${all} right`,
    seconds: (each: string) => `${each} seconds a decision`,
    overpaid: (amount: string) => `The house would have lost ${amount}.`,
    underpaid: (amount: string) => `Players would have lost ${amount}.`,
    yours: "You",
    rightAnswer: "Right",
    isRight: "Right",
    isWrong: "Wrong",
    another: "Another one",
    again: "The same again",
  },

  standing: {
    heading: "How trainees do",
    print: "Print",
    none: "No exercise is finished yet.",
    drills: "By drill",
    rules: "Worst rules",
    noRules: "No rule went wrong.",
    columns: {
      trainee: "Trainee",
      drill: "Drill",
      exercises: "Exercises",
      decisions: "Decisions",
      accuracy: "Accuracy",
      seconds: "Seconds each",
      overpaid: "Overpaid",
      underpaid: "Underpaid",
      rule: "Rule",
      wrong: "Wrong",
    },
  },
};

export const words = area("drills", english);

export const percent = (value: number) => `${value.toFixed(1)}%`;
export const tenths = (value: number) => value.toFixed(1);
