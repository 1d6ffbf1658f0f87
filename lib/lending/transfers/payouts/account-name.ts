import { nameWords } from "@/lib/kernel/name-words";

/** Words that describe a kind of business or person rather than identify one. */
const legalForms =
  "LTD LIMITED PLC LLC GTE INC CO COMPANY NIG NIGERIA ENT ENTERPRISE ENTERPRISES VENTURES AND THE MR MRS MS DR";
const notNames = new Set(legalForms.split(" "));

/** But for case, accents, punctuation, legal forms and order. Words may be missing; a surname alone is not enough. */
export function nameMatches(accountName: string, names: readonly string[]): boolean {
  const held = wordsOf(accountName);
  if (held.size === 0) return false;
  return names.some((name) => {
    const given = wordsOf(name);
    if (given.size === 0) return false;
    const [smaller, larger] = given.size <= held.size ? [given, held] : [held, given];
    const within = [...smaller].every((word) => larger.has(word));
    return within && (smaller.size >= 2 || smaller.size === larger.size);
  });
}

function wordsOf(name: string): Set<string> {
  return new Set(nameWords(name).filter((word) => !notNames.has(word)));
}
