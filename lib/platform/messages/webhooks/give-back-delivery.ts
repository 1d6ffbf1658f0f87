import { z } from "zod";
import { rowsOf } from "@/db/rows";
import { coalesced } from "@/lib/kernel/coalesce";
import type { ClaimedWork } from "./claimed-deliveries";

const freedRow = z.strictObject({ id: z.string() });

/** Ends the lease of a claimed delivery that was not sent; one statement for all given back together. */
export const giveBack = coalesced<Pick<ClaimedWork, "id" | "leasedUntil">, void>(100, async (given) => {
  const list = JSON.stringify(given.map(({ id, leasedUntil }) => ({ id, leased_until: leasedUntil })));
  // Locked by id, as everywhere.
  await rowsOf(freedRow)`
    with g as materialized (
      select * from jsonb_to_recordset(${list}::jsonb) as g(id text, leased_until timestamptz) order by id limit ${given.length}
    ),
    mine as materialized (
      select d.id from g cross join lateral (
        select d.id from deliveries d where d.id = g.id and d.leased_until = g.leased_until limit 1 for no key update
      ) d
    )
    update deliveries d set leased_until = null from mine where d.id = mine.id returning d.id`;
  return given.map(() => undefined);
});
