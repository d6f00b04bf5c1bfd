declare module "subset-font" {
  interface Options {
    keepAllGlyphs?: boolean;
    keepFeatures?: string[];
    noHinting?: boolean;
    targetFormat?: "woff2";
  }
  export default function subsetFont(font: Buffer, text: string | undefined, options: Options): Promise<Buffer>;
}

declare module "fontverter" {
  export default class Fontverter {
    static convert(font: Buffer, format: "truetype"): Promise<Buffer>;
  }
}
