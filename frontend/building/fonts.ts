/// <reference path="./font_tools.d.ts" />
/** The fonts without instructions for screens of few pixels, which take two fifths of each file. */
import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** What the pages use: pairs of letters, figures of one width, accents. */
const FEATURES = ["kern", "tnum", "mark", "ccmp", "locl"];

/** A font file with every glyph it had. */
export const lighter = (font: Buffer): Promise<Buffer> =>
  subsetFont(font, undefined, { keepAllGlyphs: true, noHinting: true, keepFeatures: FEATURES, targetFormat: "woff2" });

export function fonts(): Plugin {
  return {
    name: "fonts",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "asset" && file.fileName.endsWith(".woff2")) file.source = await lighter(Buffer.from(file.source));
    },
  };
}
