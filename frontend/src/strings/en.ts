/** Every English word the pages say themselves. What the server says comes translated from it. */

export const s = {
  locale: "en-US",
  currency: "$",
  loading: "Loading…",
  brand: "Upcard",

  titles: {
    start: () => "Upcard",
    dealer: ([table]: string[]) => `${table} · Dealer console · Upcard`,
    table: ([table]: string[]) => `${table} · Table · Upcard`,
    player: ([table, spot]: string[]) => `${table} spot ${spot} · Upcard`,
    jackpot: ([name]: string[]) => `${name} · Jackpot · Upcard`,
    desk: () => "Jackpot desk · Upcard",
    rules: () => "Rules editor · Upcard",
    solo: () => "Solo table · Upcard",
    recall: () => "Past rounds · Upcard",
    lab: () => "Lab · Upcard",
    missing: () => "Not found · Upcard",
  } satisfies Record<string, (args: string[]) => string>,

  errors: {
    offline: "The room's server does not answer. Nothing was lost; try again in a moment.",
    unreadable: (status: number) => `The server answered in a way this page does not know (${status}).`,
    pageNotLoaded: "This page could not be loaded. Check the connection and reload.",
  },

  banner: {
    heading: "Notices",
    training: "TRAINING: no money, no records",
    demo: "DEMONSTRATION: no real money",
    offline: "Offline. Reconnecting; this screen will be restored as it stands.",
    refused: "This screen may not watch this table. Its link or session has ended.",
    full: "Too many screens are connected. This one tries again in half a minute.",
    elsewhere: "This link or badge is open on too many other screens. Close one of them; this screen tries again in a minute.",
  },

  dialog: { close: "Close", cancel: "Cancel", ok: "OK" },

  cards: {
    name: (rank: string, suit: string) => `${rank} of ${suit}`,
    hidden: "face-down card",
    ranks: {
      A: "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
      "8": "eight", "9": "nine", T: "ten", J: "jack", Q: "queen", K: "king",
    },
    suits: { s: "spades", h: "hearts", d: "diamonds", c: "clubs" },
  },

  chips: {
    cents: (cents: number) => `${cents}¢`,
    units: (units: number) => (units >= 1000 ? `${units / 1000}K` : String(units)),
  },

  sensors: {
    invite: "open for a wager",
    empty: "no wager",
    placed: "placed",
    locked: "locked",
    lifted: "lifted, in play",
    settled: "settled",
  },

  table: {
    dealer: "Dealer",
    main: "Main",
    insurance: "Insurance",
    total: "Total",
    push: "PUSH",
    even: "EVEN",
    pay: (amount: string) => `PAY ${amount}`,
    take: (amount: string) => `TAKE ${amount}`,
    spotWord: "Spot",
    spot: (spot: number) => `Spot ${spot}`,
    wager: (spot: number, title: string, amount: string, sensor: string) =>
      `Spot ${spot}, ${title}${amount && `, ${amount}`}: ${sensor}`,
  },

  shoe: {
    heading: "Shoe",
    number: (number: number) => `Shoe ${number}`,
    spoken: (dealt: number, cards: number, cut: number) =>
      `${dealt} of ${cards} cards dealt, the cut card lies at ${cut}`,
    dealt: (dealt: number, cards: number) => `${dealt} of ${cards} dealt`,
    notCut: "Not cut yet",
    over: "Cut card is out",
    none: "No shoe",
  },

  jackpot: {
    pending: "PENDING",
    unavailable: "Progressive unavailable",
    limit: (amount: string) => `Limit ${amount}`,
    house: "House jackpot: a fixed prize paid by the house. It does not grow.",
    winner: "WINNER",
    paidAt: (table: string, spot: number) => `${table}, spot ${spot}`,
    waiting: "Waiting for the room…",
    noToken: "This screen needs its link. A supervisor makes one at the desk.",
    pendingText: "A win is being verified",
  },

  placard: {
    open: "Rules and pays",
    heading: "Rules and pay tables",
    limits: "Limits",
    rules: "Rules",
    wager: "Wager",
    minimum: "From",
    maximum: "To",
    hand: "Hand",
    pays: "Pays",
  },

  sign: {
    badge: "Badge (swipe or type)",
    pin: "PIN",
    in: "Sign in",
    out: "Sign out",
    as: (name: string, role: string) => `${name}, ${role}`,
  },

  settings: {
    fourColours: "Four-colour cards",
    shortcuts: "Single-key shortcuts",
    dealing: "Dealing speed",
    slow: "Slow",
    normal: "Normal",
    fast: "Fast",
    motion: "Motion",
    system: "As the device says",
    off: "None",
  },

  history: {
    open: "Past rounds",
    heading: "Past rounds",
    none: "No round has ended yet.",
    notIn: "no wager",
    round: (number: string) => `Round ${number}`,
    spot: (spot: string) => `Spot ${spot}:`,
    replay: "Replay",
    back: "All rounds",
    play: "Play",
    pause: "Pause",
    previous: "Step back",
    next: "Step on",
    step: "Step of the round",
  },

  awards: {
    due: "due: press to claim",
    claimed: "PENDING: press again to take back",
    confirmed: "confirmed",
  },

  console: {
    heading: (table: string) => `Dealer console, ${table}`,
    signIn: "Sign in to deal: swipe the badge or type it, then the PIN.",
    round: (number: number) => `Round ${number}`,
    dealer: (name: string) => `Dealer ${name}`,
    signedIn: (name: string) => `(signed in: ${name})`,
    closed: "Table is closed",
    tools: "Tools",
    screens: { rules: "Rules", history: "Past rounds", settings: "Settings", help: "Keys" },
    offline: "offline: nothing is sent",

    stepBack: "STEP BACK",
    jackpots: "JACKPOTS",
    shuffle: "SHUFFLE",
    shift: "SHIFT",
    void: "VOID",

    handTurn: (hand: string) => `Hand ${hand}`,
    dealerHas: (total: string) => `dealer ${total}`,
    decisions: "Decisions",

    chips: "Chips",
    chip: (amount: string) => `${amount} chip`,
    wagerTools: "Wagers",
    limits: (from: string, to: string) => `${from} to ${to}`,
    lift: "LIFT",
    rebet: "REBET",
    double: "DOUBLE",
    undo: "UNDO",
    clear: "CLEAR",
    nothingPlaced: "no wagers yet",
    nothingThere: "nothing there",
    nothingToUndo: "nothing to undo",
    noLastRound: "no round before",

    insuranceAsk: "Insurance? Press the spots that take it, then DEAL.",
    insureUpTo: (amount: string) => `up to ${amount}`,
    insured: (amount: string) => `✓ ${amount}`,

    toLift: (count: number) => (count === 1 ? "One wager to lift, then the cards come" : `${count} wagers to lift, then the cards come`),
    liftAsk: "Lift the bonus wagers: they stay in play. With the last one the deal starts.",
    payHeading: "Pay and take, the dealer's right first",
    noProgressive: "No progressive wager is latched in this round.",
    spotButtons: "Spot buttons",
    handButtons: (spot: number) => `Hand buttons of spot ${spot}`,
    confirmAward: "CONFIRM the award",
    confirmText: "The supervisor checks the cards, then swipes the badge and types the PIN.",
    confirm: "CONFIRM",
    nothingClaimed: "No award is claimed: press its hand button first.",
    ofMeter: (percent: number, level: string) => `${percent}% of ${level}`,

    cutHeading: (shoe: number) => `Cut shoe ${shoe}`,
    cutText: "A player says where. The shoe's seal is published already; the cut decides the order with it.",
    cutAt: (cards: number) => `After which card of ${cards}`,
    commitment: "Seal:",
    cut: "CUT",

    reason: "Reason",
    reasonFirst: "Choose or write a reason; then a supervisor signs.",
    reasons: { cutCard: "The cut card is out", firstShoe: "First shoe" },
    shuffling: {
      heading: "Shuffle now",
      text: "A new shoe is drawn, and the old one is revealed. Say why.",
      reasons: ["Request of the floor", "Card exposed in error", "Change of decks", "Equipment check"],
      action: "SHUFFLE",
    },
    voiding: {
      heading: "Void the round",
      text: "Every wager goes back; the round stays in the journal as voided. A supervisor signs.",
      reasons: ["Misdeal", "Wrong wagers latched", "Equipment failure", "Dispute settled by the floor"],
      action: "VOID THE ROUND",
    },

    openHeading: (table: string) => `Open ${table}`,
    openText: "A supervisor opens the table for a dealer.",
    dealerBadge: "Dealer's badge",
    supervisor: "Supervisor",
    open: "OPEN TABLE",
    shiftHeading: "Shift change",
    shiftText: (dealer: string) => `${dealer} leaves. With an incoming dealer's badge the table stays open; without one it closes.`,
    incomingBadge: "Incoming dealer's badge",
    changeDealer: "CHANGE DEALER",
    closeTable: "CLOSE TABLE",
    shiftSignIn: "The incoming dealer signs in here.",
  },

  help: {
    intro: "Every step can be done on the numeric keypad alone, or with letters. Tab reaches every key. Shortcuts can be turned off in Settings.",
    groups: [
      {
        title: "Always",
        keys: [
          ["Enter Space 0", "The big next-step key"],
          ["1 … 7", "Choose a spot"],
          ["Backspace", "Step back"],
          ["J", "Jackpots: spot and hand buttons"],
          ["F", "Shuffle, with a reason"],
          ["G", "Shift change, close the table"],
          ["V", "Void the round (supervisor)"],
          ["I", "Rules and pay tables"],
          ["Y", "Past rounds"],
          ["?", "This page"],
        ],
      },
      {
        title: "Taking wagers",
        keys: [
          ["1 … 7", "Choose the spot (also ← →)"],
          ["/", "Next wager of the spot (also ↑ ↓)"],
          ["8 9", "Smaller, larger chip"],
          ["+ A", "Put the chip down"],
          ["- L", "Lift the wager"],
          ["* X", "Double every wager"],
          [". Z", "Undo"],
          ["B", "Rebet"],
          ["C", "Clear"],
        ],
      },
      {
        title: "Playing a hand",
        keys: [
          ["H 1", "Hit"],
          ["S 2", "Stand"],
          ["D 3", "Double"],
          ["P 4", "Split"],
          ["R 5", "Surrender"],
          ["U 6", "Rescue"],
        ],
      },
      {
        title: "Lifting, insurance",
        keys: [
          ["1 … 7", "Lift on that spot, or insure it"],
          ["Enter", "Lift all; DEAL when insurance is taken"],
        ],
      },
    ] as { title: string; keys: [string, string][] }[],
  },

  decisions: {
    hit: "Hit",
    stand: "Stand",
    double: "Double",
    split: "Split",
    surrender: "Surrender",
    rescue: "Rescue",
  },

  player: {
    yourCards: "Your cards",
    result: "This round",
    lastRounds: (count: number) => (count === 1 ? "Last round" : `Last ${count} rounds`),
    time: (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} at the table`,
    /** The banner the table itself shows while insurance is open. */
    insuranceBanner: "Insurance?",
    insuranceUpTo: (amount: string) => `Insurance? Up to ${amount}: tell the dealer.`,
    turn: (hand: string) => (hand ? `Your turn, hand ${hand}: tell the dealer` : "Your turn: tell the dealer"),
    waitsFor: (spot: number) => `Spot ${spot} plays`,
    choices: "What you may do",
    dealerHas: (total: string) => `The dealer has ${total}`,
    watch: "Cards are being dealt",
    recent: "Last rounds",
  },

  start: {
    lead: "Blackjack with its bonuses, progressives and dealers. Watch a table, deal one, or play alone.",
    solo: "Play solo",
    lab: "Odds and simulation",
    tables: "Tables",
    noTables: "No table is set up in this room. The solo table is always open.",
    progressives: "Progressives",
    open: (dealer: string) => `Open, dealer ${dealer}`,
    closed: "Closed",
    console: "Dealer console",
    staff: "Staff",
    places: [
      { path: "/desk", title: "Jackpot desk", roles: ["supervisor", "executive", "accounting", "regulator"] },
      { path: "/rules", title: "Rules editor", roles: ["technician", "executive", "regulator"] },
      { path: "/recall", title: "Past rounds", roles: ["supervisor", "executive", "accounting", "technician", "regulator"] },
    ] as { path: string; title: string; roles: string[] }[],
    demo: "Demo room",
    demoText: "Nothing here is real. Press a badge to sign in with it, or open a screen as it would hang at a table.",
    badgePin: (badge: string, pin: string) => `badge ${badge}, PIN ${pin}`,
    screens: "Screens",
    notice: "Upcard is open-source software and claims no approval by any authority. Real-money use needs licensing and laboratory approval.",
  },

  missing: {
    heading: "There is no such page",
    text: "The address leads nowhere in this room.",
    back: "To the start page",
  },
};
