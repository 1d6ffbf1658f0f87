import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { ledgerFindings } from "@/db/schema/ledger";
import type { Environment } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";

export type Finding = typeof ledgerFindings.$inferSelect;

const isOpen = isNull(ledgerFindings.clearedAt);

export async function hasFindings(): Promise<boolean> {
  const open = await db().select({ id: ledgerFindings.id }).from(ledgerFindings).where(isOpen).limit(1);
  return open.length > 0;
}

/** The longest known first. */
export async function listFindings(of: { environment?: Environment; limit?: number } = {}): Promise<Finding[]> {
  const { environment, limit = 1_000 } = of;
  const which = and(isOpen, environment && eq(ledgerFindings.environment, environment));
  return db().select().from(ledgerFindings).where(which).orderBy(asc(ledgerFindings.id)).limit(limit);
}

export async function findOpenFinding(loanId: string): Promise<Finding | undefined> {
  const [found] = await db()
    .select()
    .from(ledgerFindings)
    .where(and(eq(ledgerFindings.loanId, loanId), isOpen));
  return found;
}

export async function getFinding(id: string): Promise<Finding> {
  const [found] = await db().select().from(ledgerFindings).where(eq(ledgerFindings.id, id));
  if (!found) throw notFound("finding");
  return found;
}
