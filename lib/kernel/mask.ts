/** The end of a confidential number that may be shown: at most 4 characters, and never more than half of it. */
export function shownEnd(number: string): string {
  return number.slice(number.length - Math.min(4, Math.floor(number.length / 2)));
}

/** `12345678901` → `*******8901`: as long as the number, of which only `shownEnd` is to be seen. */
export function masked(number: string): string {
  return shownEnd(number).padStart(number.length, "*");
}
