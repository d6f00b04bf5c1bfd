import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { courts, DECK_LICENCE } from "./building/courts.ts";
import { fonts } from "./building/fonts.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The licences of fonts and court cards travel with them. */
function licences(): Plugin {
  const fonts = ["barlow-semi-condensed", "cinzel"].map((font) => here(`./node_modules/@fontsource/${font}/LICENSE`));
  return {
    name: "licences",
    generateBundle() {
      const texts = [...fonts, DECK_LICENCE].map((path) => readFileSync(path, "utf8"));
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n\n") });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), courts(), fonts(), licences()],
  resolve: {
    alias: {
      $lib: here("./src/lib"),
      $parts: here("./src/parts"),
      $strings: here("./src/strings/en.ts"),
    },
    conditions: process.env.VITEST ? ["browser"] : undefined,
  },
  build: {
    outDir: here("../src/upcard/web/pages"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    // A browser that cannot load ahead loads when it needs to.
    modulePreload: { polyfill: false },
    // What every table page shares comes in one file; else each small part is a request of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "svelte", test: /node_modules\/(svelte|esm-env|clsx)\// },
            { name: "parts", test: /src\/(parts|lib)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
});
