type Colour = readonly [red: number, green: number, blue: number];

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
/** In the dark scheme: text on the light brand colour, and the cards behind it. */
const night: Colour = [12, 10, 9];
const nightCard: Colour = [28, 25, 23];

/** WCAG AA for text of any size. */
const enough = 4.5;

/** A button under the pointer is this transparent. */
const hover = 0.1;

/** A marketplace's colour, darkened until white text on it is readable, and lightened for the dark scheme; null if it is no hex. */
export function brandOf(primary: string | undefined): { brand: string; soft: string } | null {
  const colour = parseHex(primary ?? "");
  if (!colour) return null;
  const brand = mixUntil(colour, black, (one) => contrast(mix(one, white, hover), white) >= enough);
  const soft = mixUntil(
    colour,
    white,
    (one) => contrast(one, nightCard) >= enough && contrast(mix(one, night, hover), night) >= enough,
  );
  return { brand: toHex(brand), soft: toHex(soft) };
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `#rgb` or `#rrggbb`. */
export function parseHex(text: string): Colour | null {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1];
  if (!digits) return null;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const part = (from: number) => Number.parseInt(full.slice(from, from + 2), 16);
  return [part(0), part(2), part(4)];
}

export function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [part(one[0], other[0]), part(one[1], other[1]), part(one[2], other[2])];
}

function mixUntil(colour: Colour, towards: Colour, good: (one: Colour) => boolean): Colour {
  for (let percent = 0; percent < 100; percent += 2) {
    const mixed = mix(colour, towards, percent / 100);
    if (good(mixed)) return mixed;
  }
  return towards;
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function toHex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
