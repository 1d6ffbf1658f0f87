import { coalesced } from "@/lib/kernel/coalesce";
import { inTransaction } from "./client";

/** Most rows read in one statement, so that nobody waits long for the others of a list. */
const mostTogether = 100;

/** A connection that is stuck must hold up only the list that is on it. In milliseconds; a list takes one or two. */
const patience = 1_000;

/**
 * Reads of one row each that come together as one statement on a list. Inside a transaction a row is read by itself, as
 * the transaction sees it.
 * @param read returns one result per item, in order; each item says itself whose row it asks for.
 */
export function readTogether<Item, Result>(
  read: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const gathered = coalesced(mostTogether, read, { patience });
  return async (item) => {
    if (!inTransaction()) return gathered(item);
    const [result] = await read([item]);
    return result as Result;
  };
}
