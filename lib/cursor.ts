import { type IdKind, isId } from "./ids";
import { text } from "./validation";

type Cut = { startingAfter?: string | undefined; endingBefore?: string | undefined };

/**
 * The id of the neighbour at which a list's page is cut; one of another noun would cut it at random.
 * @param noun as the message names it: "a settlement".
 */
export function cursorOf(kind: IdKind, noun: string) {
  return text(255).refine((value) => isId(kind, value), `Must be the id of ${noun}`);
}

/** A page that an address cuts at two neighbours begins after the first: people edit addresses. */
export function cutOnce<Query extends Cut>(query: Query): Query {
  return query.startingAfter === undefined ? query : { ...query, endingBefore: undefined };
}
