type Cut = { startingAfter?: string | undefined; endingBefore?: string | undefined };

/** Whether a list has rows before and after those of the page that an address asks for. */
export function neighboursOf(
  { startingAfter, endingBefore }: Cut,
  hasMore: boolean,
): { hasNewer: boolean; hasOlder: boolean } {
  if (endingBefore !== undefined) return { hasNewer: hasMore, hasOlder: true };
  return { hasNewer: startingAfter !== undefined, hasOlder: hasMore };
}
