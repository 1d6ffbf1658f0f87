import { and, desc, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { lenders, rails } from "@/db/schema/lenders";
import type { Environment } from "@/lib/kernel/actor";
import { decrypt } from "@/lib/kernel/crypto";

export type RailKey = { railId: string; key: string };

/** The keys of a lender's accounts with Paystack, also the former ones, over which orders may be under way. */
export async function findRailKeys(lenderId: string, environment: Environment): Promise<RailKey[]> {
  const found = await db()
    .select({ railId: rails.id, sealed: rails.secretKey })
    .from(rails)
    .innerJoin(lenders, and(eq(lenders.id, rails.lenderId), eq(lenders.environment, environment)))
    .where(and(eq(rails.lenderId, lenderId), eq(rails.kind, "PAYSTACK"), ne(rails.state, "TRIED")))
    .orderBy(desc(rails.id));
  return found.flatMap(({ railId, sealed }) =>
    sealed === null ? [] : [{ railId, key: decrypt("rails.secret_key", sealed) }],
  );
}
