/** As `newReference` writes them: letters and digits without i, l, o and u. */
const length = 16;
const foreign = /[^0-9a-hjkmnp-tv-z]/;

/** So many of a line: banks' own names and words have some dozens, and more are written to take time. */
export const mostCandidates = 128;

/**
 * Everything in some texts that may be a reference of ours, in lower case. Banks put spaces, hyphens and words around it
 * and into it, so each text is searched without them, at every place, and of a line only the first `mostCandidates` count.
 */
export function ourReferencesIn(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const bare = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    let start = 0;
    for (let end = 0; end < bare.length; end += 1) {
      if (foreign.test(bare.charAt(end))) start = end + 1;
      if (end - start + 1 >= length) found.add(bare.slice(end + 1 - length, end + 1));
      if (found.size === mostCandidates) return [...found];
    }
  }
  return [...found];
}
