import { and, asc, desc, eq, gt, lt, type SQL, type SQLWrapper } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { invalidField } from "@/lib/kernel/errors";
import { db } from "./client";

/** Where a page of a list begins or ends, and how long it is (`pageQuery` in `lib/edge/http/pagination.ts`). */
export type Page = { limit: number; startingAfter?: string | undefined; endingBefore?: string | undefined };

/** The condition that keeps a list to a page: newest first, cut by the id of a neighbour (docs/api.md#pagination). */
export function onPage(id: SQLWrapper, { startingAfter, endingBefore }: Page): SQL | undefined {
  if (startingAfter && endingBefore) throw invalidField("endingBefore", "Cannot be combined with startingAfter");
  if (endingBefore) return gt(id, endingBefore);
  return startingAfter ? lt(id, startingAfter) : undefined;
}

/**
 * Refuses a page that is cut at what its list does not have. Ids are only compared: one that is none would answer some
 * page, such as the first again, and who pages would never come to an end.
 * What is unknown and what is somebody else's is refused alike.
 * @param own which rows are the list's, whatever its filters leave out: a row may have changed since it was listed
 */
export async function requireNeighbour(id: PgColumn, { startingAfter, endingBefore }: Page, own?: SQL): Promise<void> {
  const cut = startingAfter ?? endingBefore;
  if (cut === undefined || (startingAfter && endingBefore)) return;
  const [row] = await db()
    .select({ id })
    .from(id.table)
    .where(and(eq(id, cut), own));
  if (!row)
    throw invalidField(startingAfter ? "startingAfter" : "endingBefore", "Must be the id of an entry in this list");
}

export function pageOrder(id: SQLWrapper, { endingBefore }: Page): SQL {
  return endingBefore ? asc(id) : desc(id);
}

/** One row more than a page has: it shows whether there are more. */
export function pageRows({ limit }: Page): number {
  return limit + 1;
}

export function pageOf<Row>(rows: readonly Row[], { limit, endingBefore }: Page): { rows: Row[]; hasMore: boolean } {
  const page = rows.slice(0, limit);
  if (endingBefore) page.reverse();
  return { rows: page, hasMore: rows.length > limit };
}
