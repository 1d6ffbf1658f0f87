import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { ledgerFindings } from "@/db/schema/ledger";
import { notFound } from "@/lib/kernel/errors";

export type Finding = typeof ledgerFindings.$inferSelect;

const isOpen = isNull(ledgerFindings.clearedAt);

export async function hasFindings(): Promise<boolean> {
  const open = await db().select({ id: ledgerFindings.id }).from(ledgerFindings).where(isOpen).limit(1);
  return open.length > 0;
}

export async function listFindings(): Promise<Finding[]> {
  return db().select().from(ledgerFindings).where(isOpen).orderBy(asc(ledgerFindings.id));
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
