type Cut = { startingAfter?: string | undefined; endingBefore?: string | undefined };

export function neighboursOf(
  { startingAfter, endingBefore }: Cut,
  hasMore: boolean,
): { hasNewer: boolean; hasOlder: boolean } {
  if (endingBefore !== undefined) return { hasNewer: hasMore, hasOlder: true };
  return { hasNewer: startingAfter !== undefined, hasOlder: hasMore };
}
