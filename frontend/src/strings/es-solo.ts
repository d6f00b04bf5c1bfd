/** Spanish: the solo table. */
import { titleOf } from "$lib/titles";
import type { Catalogue } from "./languages";

const signed = (count: number) => `${count > 0 ? "+" : ""}${count}`;

export const solo: Catalogue["solo"] = {
  heading: "Mesa individual",
  practice: "Práctica",
  keys: "Sus teclas",
  home: "Página de inicio",
  opening: "Preparando la mesa…",
  decision: titleOf,
  free: (title: string) => `${title} gratis`,

  bar: {
    game: "Elegir un juego",
    rules: "Reglas",
    report: "Informe",
    history: "Rondas",
    coach: "Guía",
    settings: "Ajustes",
    count: "Ejercicio de conteo",
    chart: "Tabla",
  },

  bets: {
    tray: "Fichas",
    chip: (amount: string) => `Ficha de ${amount}`,
    undo: "Deshacer",
    clear: "Borrar",
    twice: "Doblar",
    rebet: "Repetir",
    deal: "Repartir",
    buyIn: "Comprar más fichas",
    hint: "Elija una ficha y toque un círculo.",
    nothingPlaced: "no hay fichas en la mesa",
    nothingBefore: "no hay apuesta anterior",
    atMost: (title: string, amount: string) => `${title}: ${amount} como máximo`,
    needs: (title: string) => `necesita ${title}`,
    total: (amount: string) => `${amount} en la mesa`,
  },

  play: {
    advice: "Consejo",
    undo: "Retroceder",
    hand: (total: string, dealer: string) => `${total} · crupier ${dealer}`,
    continue: "Continuar",
    again: (amount: string) => `Otra vez ${amount}`,
    change: "Cambiar apuesta",
    claim: "Reclamar el bote",
    collect: "Cobrar el bote",
    jackpot: "¡Bote!",
    award: (outcome: string, level: string, percent: number) => `${outcome}, ${percent}% de ${level}`,
  },

  late: {
    question: "¿Una apuesta sobre lo que ve?",
    make: (title: string, amount: string) => `${title} ${amount}`,
    made: (title: string, amount: string) => `✓ ${title} ${amount}`,
    decline: "Sin apuesta",
    goOn: "Seguir",
  },
  insurance: {
    question: "¿Seguro?",
    text: (amount: string) => `El crupier muestra un as. Asegure hasta ${amount}.`,
    take: (amount: string) => `Asegurar ${amount}`,
    taken: (amount: string) => `Asegurado ${amount}`,
    decline: "Sin seguro",
    goOn: "Mirar la carta tapada",
  },

  parlay: {
    question: "¿Mover sus ganancias?",
    text: (spot: number, won: string) => `La casilla ${spot} ganó y tiene ${won} con su apuesta. Puede moverlo a la apuesta principal.`,
    all: (amount: string) => `Mover ${amount}`,
    part: "Una parte",
    leave: "Dejarlo",
  },

  result: {
    win: (amount: string) => `Gana ${amount}`,
    lose: (amount: string) => `Pierde ${amount}`,
    even: "Igual",
  },

  session: {
    heading: "Esta sesión",
    net: "Saldo",
    bankroll: "Disponible",
    rounds: "Rondas",
    time: "Tiempo",
    mistakes: "Errores",
    cost: "Le cuestan",
    accuracy: "Mejores jugadas",
    line: (net: string, rounds: number) => `Saldo tras cada una de ${rounds} rondas, ahora ${net}`,
    streak: "Racha",
    longest: (count: number) => `la mejor ${count}`,
  },

  coach: {
    heading: "Guía",
    mode: "Cuando elijo mal",
    modes: { hold: "Deténgame antes", after: "Dígamelo después", off: "No diga nada" },
    modeHelp: {
      hold: "Puede intentarlo otra vez antes de ver la respuesta.",
      after: "Se juega su elección y después ve lo que costó.",
      off: "Los errores se cuentan igualmente.",
    },
    ask: "¿Qué debo hacer?",
    asking: "Calculando cada decisión…",
    best: "la mejor",
    worth: "Lo que da cada opción de media, en % de su apuesta. A la izquierda de la línea pierde, a la derecha gana.",
    none: "Recibe consejo cuando es su turno.",
    wrong: (chosen: string, best: string) => `${chosen}, pero lo mejor era ${best.toLowerCase()}`,
    price: (money: string, percent: string) => `costó ${money} de media, el ${percent} de la apuesta`,
    right: "La mejor jugada.",
    practise: "Repártame las manos en que fallo",
    practised: (places: number) =>
      places
        ? `${places} ${places === 1 ? "mano" : "manos"} que practicar: dos repartos de cada tres traen una de ellas.`
        : "Nada que practicar todavía. Siga jugando: lo que falle volverá.",
    see: "Verlo",
  },

  hold: {
    title: "Hay una jugada mejor",
    text: (chosen: string) => `${chosen} le cuesta algo aquí. ¿Quiere pensarlo otra vez?`,
    again: "Intentar otra vez",
    tell: "Dígamela",
    anyway: (chosen: string) => `${chosen} de todos modos`,
    answer: (best: string) => `Lo mejor es ${best.toLowerCase()}.`,
  },

  count: {
    heading: "Ejercicio de conteo",
    against: "Contar para",
    hiLo: "el juego principal (Hi-Lo)",
    exposure: (often: number, edge: number, units: number) =>
      `Llevada sin errores, esta cuenta encuentra ventaja en el ${often.toFixed(2)}% de las manos, ${edge.toFixed(2)}% de media: ${units.toFixed(3)} apuestas ganadas en 100 manos. Calculado con exactitud, con la carta de corte donde suele estar.`,
    noExposure: "No está calculado lo que esta cuenta gana en el juego principal: Upcard solo calcula la exposición de las apuestas adicionales.",
    place: (at: number, all: number) => `Carta ${at} de ${all}`,
    ask: "¿Cuánto es la cuenta?",
    check: "Comprobar",
    start: (many: number) => `Muéstreme ${many} cartas`,
    again: "Otra vez",
    right: (count: number, streak: number) => `Correcto: ${signed(count)}.${streak > 1 ? ` ${streak} seguidas.` : ""}`,
    wrong: (told: number, count: number) => `Usted dijo ${signed(told)}. La cuenta es ${signed(count)}.`,
  },
  training: {
    heading: "Sus cinco hábitos más caros",
    sofar: (right: number, all: number, streak: number, longest: number) =>
      `${right} de ${all} decisiones en este juego fueron las mejores. ${streak} seguidas ahora, ${longest} como máximo.`,
    habit: (row: string, upcard: string) => `${row.replace(/^./, (c) => c.toUpperCase())} contra ${upcard === "A" ? "un as" : upcard}`,
    often: (wrong: number, seen: number) => `mal ${wrong} de ${seen} veces`,
    learned: "aprendido",
    save: "Guardar mi progreso",
    load: "Cargar progreso guardado",
    loaded: "Aquí está su progreso guardado.",
    notRead: (name: string) => `"${name}" no es un progreso guardado: elija un archivo que guardó aquí. No se ha cambiado nada.`,
    forget: "Olvidar este juego",
    file: "upcard-progreso.json",
  },
  report: {
    heading: "Informe",
    none: "Aún no hay errores. Juegue algunas manos y vuelva.",
    worst: "Los cinco peores",
    each: (chosen: string, best: string) => `${chosen} en vez de ${best.toLowerCase()}`,
    round: (number: number) => `Ronda ${number}`,
    decisions: (right: number, all: number) => `${right} de ${all} decisiones fueron las mejores`,
    grade: (percent: string) => `${percent} de mejores jugadas`,
    costs: (money: string) => `Los errores cuestan ${money} de media hasta ahora`,
    back: "Volver a la lista",
  },

  history: {
    heading: "Rondas jugadas",
    none: "Aún no hay rondas.",
    replay: "Reproducir la ronda",
  },

  replay: {
    title: (number: number) => `Ronda ${number}, carta a carta`,
    first: "Primero",
    before: "Atrás",
    after: "Siguiente",
    last: "Último",
    step: (at: number, all: number) => `Paso ${at} de ${all}`,
    keys: "Use las flechas para recorrerla.",
    dealt: "Se reparte una carta.",
    turned: "Se destapa la carta tapada.",
    slider: "Paso",
  },

  picker: {
    heading: "Elija un juego",
    decks: "Barajas",
    pack: "Apuestas adicionales",
    sit: "Sentarse",
    now: "Está usted aquí",
    drill: "Repártame",
    anyHand: "cualquier mano",
    loses: "Sentarse a otra mesa empieza una sesión nueva.",
  },

  settings: {
    heading: "Ajustes",
    spots: "Casillas que juega",
    spotCount: (count: number) => String(count),
    keysHeading: "Teclas",
    keys: [
      ["Space", "repartir, siguiente"],
      ["H S D P", "carta, plantarse, doblar, separar"],
      ["R", "rendirse o rescatar"],
      ["I", "seguro"],
      ["M", "mover ganancias"],
      ["A", "consejo"],
      ["1 a 5", "elegir una ficha"],
      ["B", "ficha en la apuesta principal"],
      ["Z", "deshacer"],
      ["V", "activar o quitar el sonido"],
    ],
  },

};
