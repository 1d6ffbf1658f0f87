/** Words that say what kind of business it is, not which. */
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
 * Whether the name a bank has for an account is one of those that the merchant goes by. Case, accents, punctuation, legal
 * forms and the order of words do not count. A person's name matches when each of its words is there: banks have middle
 * names that people leave out, but a surname alone is nobody.
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
