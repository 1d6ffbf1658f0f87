/** Line breaks and controls of the writing direction (Unicode Standard Annex 9) change what stands around a name. */
export const disturbing = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

const everyDisturbing = new RegExp(disturbing, "gu");

/** A name that leaves the lines around it as they are: names come from strangers, and some are as marketplaces sent them. */
export function onOneLine(name: string): string {
  return name.replace(everyDisturbing, " ").replace(/ {2,}/g, " ").trim();
}
