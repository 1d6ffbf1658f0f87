import { CodedError } from "./errors";
import { type IdKind, isId } from "./ids";
import { text } from "./validation";

type Cut = { startingAfter?: string | undefined; endingBefore?: string | undefined };

/** One of another noun would cut the list at random. `noun`: as the message names it, "a settlement". */
export function cursorOf(kind: IdKind, noun: string) {
  return text(255).refine((value) => isId(kind, value), `Must be the id of ${noun}`);
}

/** A page that an address cuts at two neighbours begins after the first: people edit addresses. */
export function cutOnce<Query extends Cut>(query: Query): Query {
  return query.startingAfter === undefined ? query : { ...query, endingBefore: undefined };
}

/** Or its beginning where the neighbour has gone: people keep addresses. Returns `query` as it was followed. */
export async function orFirstPage<Query extends Cut, Found>(query: Query, read: (query: Query) => Promise<Found>) {
  try {
    return { found: await read(query), query };
  } catch (error) {
    if (!(error instanceof CodedError) || error.code !== "VALIDATION_FAILED") throw error;
    const first = { ...query, startingAfter: undefined, endingBefore: undefined };
    return { found: await read(first), query: first };
  }
}
