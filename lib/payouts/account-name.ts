/** Words that describe the kind of business rather than identify it. */
const legalForms = new Set([
  "LTD",
  "LIMITED",
  "PLC",
  "LLC",
  "GTE",
  "INC",
  "CO",
  "COMPANY",
  "NIG",
  "NIGERIA",
  "ENT",
  "ENTERPRISE",
  "ENTERPRISES",
  "VENTURES",
  "AND",
  "THE",
  "MR",
  "MRS",
  "MS",
  "DR",
]);

/**
 * Whether a bank's account name matches one of the merchant's names. Case, accents, punctuation, legal forms and word
 * order are ignored. A person's name matches when all of its words are present: banks include middle names that people
 * leave out, but a surname alone is not enough.
 */
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
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !legalForms.has(word)));
}
