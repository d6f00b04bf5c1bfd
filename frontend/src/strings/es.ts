/** Spanish, whole: it is loaded only where a page speaks it. */
import { desk, staff } from "./es-desk";
import { drills } from "./es-drills";
import type { Catalogue } from "./languages";
import { main } from "./es-main";
import { recall } from "./es-recall";
import { lab, rules } from "./es-rules";
import { setup } from "./es-setup";
import { solo } from "./es-solo";

export const catalogue: Catalogue = { main, desk, staff, drills, recall, rules, lab, setup, solo };
