import { escaped } from "@/lib/kernel/html";
import type { RealTime } from "@/lib/kernel/time";

const written = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "Africa/Lagos" });

/** What is written over a document: who looked at it, and when, in Lagos. */
export function watermarkOf(name: string, at: RealTime): string {
  return `${name} · ${written.format(at)}`;
}

/** The side of the square that a picture is drawn into, and how far apart the words stand. */
const side = 1_200;
const letter = 24;
const line = 230;

/** A picture with words all over it, as one picture: whoever keeps it keeps the words. */
export function withWatermark(picture: Uint8Array, mimeType: string, words: string): string {
  const data = `data:${mimeType};base64,${Buffer.from(picture).toString("base64")}`;
  return svg(`<image href="${data}" width="${side}" height="${side}" preserveAspectRatio="xMidYMid meet"/>`, words);
}

/** The words alone, to lie over what a browser draws by itself. */
export function watermarkSheet(words: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg("", words)).toString("base64")}`;
}

function svg(below: string, words: string): string {
  const width = (words.length + 6) * letter;
  const look = `font-family="sans-serif" font-size="42" fill="#fff" fill-opacity=".55" stroke="#000" stroke-opacity=".6" stroke-width="1.5"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}">`,
    `<defs><pattern id="words" width="${width}" height="${line}" patternUnits="userSpaceOnUse" patternTransform="rotate(-28)">`,
    `<text x="10" y="60" ${look}>${escaped(words)}</text></pattern></defs>`,
    below,
    `<rect width="${side}" height="${side}" fill="url(#words)"/></svg>`,
  ].join("");
}
