import { and, eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { complaints } from "@/db/schema/complaints";
import { loans } from "@/db/schema/loans";
import { breaks } from "@/db/schema/settlements";
import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";

type Owned = PgTable & { id: PgColumn; environment: PgColumn };

const requireIn = (what: string, table: Owned) => async (environment: Environment, id: string) => {
  const there = and(eq(table.id, id), eq(table.environment, environment));
  const found = await db().select({ id: table.id }).from(table).where(there);
  if (found.length === 0) throw notFound(what);
};

/** What is done at an address of one environment is about that environment: another's is what does not exist. */
export const requireLoanIn = requireIn("loan", loans);
export const requireComplaintIn = requireIn("complaint", complaints);
export const requireBreakIn = requireIn("break", breaks);
