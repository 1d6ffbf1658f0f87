import { z } from "zod";
import { nameWords } from "@/lib/kernel/name-words";
import type { Comparison } from "@/lib/terms/kyc/evidence";
import type { Entity } from "./reply";

/** Under the names that Dojah's pages have for it. Null: not there, empty, no text, or the names disagree. */
export function textIn(entity: Entity, ...names: readonly string[]): string | null {
  const found = names.flatMap((name) => {
    const value = entity[name];
    return typeof value === "string" && value.trim() !== "" ? [value.trim()] : [];
  });
  return new Set(found).size === 1 ? (found[0] ?? null) : null;
}

/** Answers may show a number in part (`2*****26256`): what is shown must be the same. */
export function isSameNumber(shown: string, ours: string): boolean {
  return shown.length === ours.length && [...shown].every((digit, i) => digit === "*" || digit === ours[i]);
}

/**
 * But for case, accents, punctuation and order. Registers split names otherwise than people do: what somebody gives as one
 * name may go on in the register's middle name.
 */
export function compareName(ours: string, held: string | null, middle: string | null = null): Comparison {
  if (held === null) return "NOT_CHECKED";
  const [given, first, second] = [nameWords(ours), nameWords(held), nameWords(middle ?? "")];
  if (given.length === 0 || first.length === 0) return "NOT_CHECKED";
  if (given.join("") === first.join("")) return "MATCH";
  const within = first.every((word) => given.includes(word));
  const known = given.every((word) => first.includes(word) || second.includes(word));
  return within && known ? "MATCH" : "NO_MATCH";
}

/** What people leave out of a business's name, or write in short. */
const unsaid = new Set(["LTD", "LIMITED", "PLC", "GTE", "AND", "THE"]);
const longForms: Readonly<Record<string, string>> = {
  CO: "COMPANY",
  NIG: "NIGERIA",
  ENT: "ENTERPRISES",
  ENTERPRISE: "ENTERPRISES",
  VENTURE: "VENTURES",
};

/** The register's name of a business: all of its words, with its legal form or without. */
export function compareBusinessName(ours: string, held: string | null): Comparison {
  if (held === null) return "NOT_CHECKED";
  const [given, registered] = [businessWords(ours), businessWords(held)];
  if (given === "" || registered === "") return "NOT_CHECKED";
  return given === registered ? "MATCH" : "NO_MATCH";
}

function businessWords(name: string): string {
  const words = nameWords(name).filter((word) => !unsaid.has(word));
  return words
    .map((word) => longForms[word] ?? word)
    .sort()
    .join(" ");
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The dates, in ISO 8601, that a text may mean: its pages write them in five ways, two of which can be confused. */
function datesIn(text: string): string[] {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(text)?.[1];
  if (iso) return [iso];
  const [, day, month = "", year] = /^(\d{2})[-/](\d{2}|[A-Za-z]{3,9})[-/](\d{4})$/.exec(text) ?? [];
  if (!day || !year) return [];
  if (/^\d/.test(month)) return [`${year}-${month}-${day}`, `${year}-${day}-${month}`];
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return number > 0 ? [`${year}-${String(number).padStart(2, "0")}-${day}`] : [];
}

/** The day comes first. Where it would be ours with the month first, nobody knows. */
export function compareDate(ours: string, held: string | null): Comparison {
  const [first, ...others] = held === null ? [] : datesIn(held);
  if (!first || dateIn(held) === null) return "NOT_CHECKED";
  if (first === ours) return "MATCH";
  return others.includes(ours) ? "NOT_CHECKED" : "NO_MATCH";
}

/** The date in ISO 8601, with the day first; null where there is none. */
export function dateIn(held: string | null): string | null {
  const [date] = held === null ? [] : datesIn(held);
  return date && z.iso.date().safeParse(date).success ? date : null;
}
