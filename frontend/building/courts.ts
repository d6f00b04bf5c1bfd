/** The twelve court cards: taken from the deck in node_modules, each written as a picture of its own. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/** CC0: Adrian Kennard's English pattern, published for React as @letele/playing-cards. */
const DECK = fileURLToPath(new URL("../node_modules/@letele/playing-cards/", import.meta.url));
export const DECK_LICENCE = `${DECK}LICENSE`;

interface Element {
  tag: string;
  props: Record<string, string | number | undefined>;
  children: Element[];
}
type Draw = (props: object) => Element;

/** What its deck calls a suit, and its colours with two and with four colours. */
const SUITS = {
  s: { deck: "S", two: "#14181b", four: "#14181b" },
  h: { deck: "H", two: "#c41e25", four: "#c41e25" },
  d: { deck: "D", two: "#c41e25", four: "#0b52b8" },
  c: { deck: "C", two: "#14181b", four: "#0b6b34" },
} as const;
type Suit = keyof typeof SUITS;

/** The figure inside its frame, in the deck's own measure: the corners are drawn by the page. */
const FIGURE = { x: -82.9, y: -130.9, width: 165.8, height: 261.8 };
const BARE = new Set(["viewBox", "preserveAspectRatio"]);
/** The deck's loud print, and ours. */
const PRINT: Record<string, string> = { "#44F": "#2a3f8f", "#FC4": "#efbd45", red: "#c8242b" };

/** The deck's functions, called with a React that only keeps what it is told. */
function readDeck(): Record<string, Draw> {
  const source = readFileSync(`${DECK}dist/index.esm.js`, "utf8").replace(/^import .*$/gm, "");
  const named = /^export \{(.*)\};/m.exec(source)?.[1] ?? "";
  const body = source.replace(/^export .*$/m, "");
  const pairs = named.replace(/(\w+) as (\w+)/g, "$2: $1");
  const React = {
    createElement: (tag: string, props: Element["props"] | null, ...children: (Element | null)[]): Element => ({
      tag,
      props: props ?? {},
      children: children.filter((child) => child !== null),
    }),
  };
  const load = new Function("React", "_extends", `${body}; return {${pairs}};`);
  return load(React, Object.assign) as Record<string, Draw>;
}

function attribute(name: string): string {
  if (BARE.has(name)) return name;
  if (name === "xlinkHref") return "href";
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function written({ tag, props, children }: Element): string {
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  const attributes = given.map(([name, value]) => ` ${attribute(name)}="${PRINT[String(value)] ?? value}"`).join("");
  return `<${tag}${attributes}>${children.map(written).join("")}</${tag}>`;
}

/** Everything but the paper and the corner signs: those are the page's own. */
function isFigure({ tag, props }: Element): boolean {
  const isCorner = tag === "use" && Number(props.x) < -100;
  return tag !== "title" && !isCorner && !(tag === "rect" && props.height === 335);
}

function figureOf(element: Element): Element {
  return { ...element, children: element.children.filter(isFigure).map(figureOf) };
}

/** The sign of the suit is a symbol whose name ends in "a": it gets the suit's own colour. */
function coloured(element: Element, colour: string): Element {
  const isSign = element.tag === "symbol" && String(element.props.id).endsWith("__a");
  const children = isSign
    ? element.children.map((path) => ({ ...path, props: { ...path.props, fill: colour } }))
    : element.children.map((child) => coloured(child, colour));
  return { ...element, children };
}

/** The picture of one court card, the frame filled to its edges. */
function picture(draw: Draw, colour: string): string {
  const { children } = coloured(figureOf(draw({})), colour);
  const { x, y, width, height } = FIGURE;
  const inside = children.map(written).join("").replace(/[A-Z]-[A-Z]_svg__/g, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}">${inside}</svg>`;
}

/** Pictures by card and number of colours: "Ks" and, where it differs, "Kd-4". */
export function courtPictures(): Map<string, string> {
  const deck = readDeck();
  const pictures = new Map<string, string>();
  for (const [suit, { deck: name, two, four }] of Object.entries(SUITS) as [Suit, (typeof SUITS)[Suit]][]) {
    for (const rank of "JQK") {
      const draw = deck[name + rank.toLowerCase()];
      if (!draw) throw new Error(`the deck in node_modules has no ${name}${rank.toLowerCase()}`);
      pictures.set(rank + suit, picture(draw, two));
      if (four !== two) pictures.set(`${rank + suit}-4`, picture(draw, four));
    }
  }
  return pictures;
}

const NAME = "virtual:courts";

/** `import { COURTS } from "virtual:courts"`: where each picture lies. A browser loads what it shows. */
export function courts(): Plugin {
  let isBuild = false;
  return {
    name: "courts",
    configResolved(config) {
      isBuild = config.command === "build";
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const lines = [...courtPictures()].map(([card, source]) => {
        if (!isBuild) return `${JSON.stringify(card)}: ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(source)}`)}`;
        const file = this.emitFile({ type: "asset", name: `court-${card}.svg`, source });
        return `${JSON.stringify(card)}: import.meta.ROLLUP_FILE_URL_${file}`;
      });
      return `export const COURTS = {${lines.join(",\n")}};`;
    },
  };
}
