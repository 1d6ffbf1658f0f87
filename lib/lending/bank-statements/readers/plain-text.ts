import { onOneLine } from "@/lib/kernel/one-line";

/** Longest text that is kept of a line. */
const longest = 500;

/** What a bank's customers wrote, on one line and storable. */
export function plainText(text: string): string {
  return onOneLine(text.toWellFormed()).replace(/\s+/gu, " ").slice(0, longest).toWellFormed().trim();
}
