import { type CodedError, invalidField } from "@/lib/kernel/errors";

/** Where it stands in the file, for whoever uploads it; without a column where the whole line is meant. */
export type Place = { line: number; column?: number | string };

/** A file that is no statement, or not one of the account's format. */
export function unreadable(words: string, at?: Place): CodedError {
  if (!at) return invalidField("file", words);
  const column = at.column === undefined ? "" : `, column ${at.column}`;
  return invalidField("file", `Line ${at.line}${column}: ${words}`);
}

/** What a file has at a place, short enough to be shown. */
export function quote(found: string): string {
  return found.length > 40 ? `“${found.slice(0, 40)}…”` : `“${found}”`;
}
