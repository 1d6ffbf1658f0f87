import { readFileSync } from "node:fs";
import path from "node:path";
import { create, type Run } from "fontkit";

const folder = path.join(process.cwd(), "node_modules", "@expo-google-fonts", "noto-sans");

/** Words that are kept. A document's are mostly those of its template. */
const mostWords = 4_000;

/** Has the naira sign and the letters of Nigeria's languages. To be kept: opening it takes longer than a document. */
export function openNotoSans(weight: "400Regular" | "700Bold"): Uint8Array {
  const font = create(readFileSync(path.join(folder, weight, `NotoSans_${weight}.ttf`)));
  const layout = font.layout.bind(font);
  const words = new Map<string, Run>();
  const placed = (word: string): Run => {
    const known = words.get(word);
    if (known) return known;
    if (words.size >= mostWords) words.clear();
    // The font would compose letters with a dot below from parts, and then every `o` is read aloud and copied as `ọ`.
    const run = layout(word, { ccmp: false });
    words.set(word, run);
    return run;
  };
  // pdfkit scales the positions it is given, so they are copies.
  const copied = (run: Run): Run =>
    Object.create(run, { positions: { value: run.positions.map((position) => ({ ...position })) } });
  return Object.assign(font, { layout: (word: string) => copied(placed(word)) });
}
