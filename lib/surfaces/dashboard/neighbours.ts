type Cut = { startingAfter?: string | undefined; endingBefore?: string | undefined };

/** Whether a list has rows before and after those of the page that an address asks for. */
export function neighboursOf(
  { startingAfter, endingBefore }: Cut,
  hasMore: boolean,
): { hasNewer: boolean; hasOlder: boolean } {
  if (endingBefore !== undefined) return { hasNewer: hasMore, hasOlder: true };
  return { hasNewer: startingAfter !== undefined, hasOlder: hasMore };
}

/**
 * Where the neighbours of a page begin that may have stopped looking before it was full. From a page without rows the way
 * back leads to the beginning of the list: from where it was cut, the row there would be left out.
 */
export function endsOf(
  { endingBefore }: Cut,
  rows: readonly { id: string }[],
  lookedUntil: string | null,
): { first: string; last: string } {
  const ends = { first: rows[0]?.id ?? "", last: rows.at(-1)?.id ?? "" };
  if (lookedUntil !== null) ends[endingBefore === undefined ? "last" : "first"] = lookedUntil;
  return ends;
}
