import { isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { ledgerFindings } from "@/db/schema/ledger";

const isOpen = isNull(ledgerFindings.clearedAt);

/** Whether the books of any loan are known to be wrong. */
export async function hasFindings(): Promise<boolean> {
  const open = await db().select({ id: ledgerFindings.id }).from(ledgerFindings).where(isOpen).limit(1);
  return open.length > 0;
}
