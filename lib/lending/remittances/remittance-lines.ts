import { and, count, eq, lt } from "drizzle-orm";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { remittanceReceipts } from "@/db/schema/remittances";
import * as clock from "@/lib/kernel/clock";
import type { ClaimableLine, Claimant } from "@/lib/terms/bank-statements/claimant";
import { isBooked } from "./is-booked";
import { findRemitters, type Remitter } from "./queries";
import { receiveRemittance } from "./receive-remittance";

/** Lines that carry the reference of a remittance, or are what two operators have noted under the bank's name for them. */
export const remittanceLines: Claimant = {
  state: "REMITTANCE",
  recognise: async (lines) => {
    const found = new Set<number>();
    const known = await remittersOf(lines);
    const named = new Set<string>();
    for (const [place, line] of lines.entries()) {
      const { lenderId, amount, bankReference } = line;
      const name = `${lenderId} ${amount} ${bankReference}`;
      const isNoted = !named.has(name) && (await isNotedOnly(line));
      if (isNoted) named.add(name);
      if (isNoted || remitterOf(line, known)) found.add(place);
    }
    return found;
  },
  book: async ({ lineId, ...line }) => {
    const { lenderId, amount, valueDate: receivedOn } = line;
    if (await isNotedOnly(line, lineId)) return;
    const remitter = remitterOf(line, await remittersOf([line]));
    if (!remitter) throw new Error("The line is no remittance.");
    // Banks give several lines one name: then the line's own tells them apart.
    const named = line.bankReference !== null && !(await isBooked({ lenderId }, line.bankReference));
    const bankReference = named ? (line.bankReference ?? lineId) : lineId;
    const money = { amount, receivedOn, bankReference, source: "STATEMENT" } as const;
    await receiveRemittance({ remitterId: remitter.id, ...money, realNow: clock.now() });
  },
};

async function remittersOf(lines: readonly ClaimableLine[]): Promise<Remitter[]> {
  return findRemitters({ lenderIds: [...new Set(lines.map(({ lenderId }) => lenderId))] });
}

function remitterOf({ lenderId, candidates }: ClaimableLine, known: readonly Remitter[]): Remitter | undefined {
  return known.find((one) => one.lenderId === lenderId && candidates.includes(one.reference));
}

/** Whether two operators have noted it already, and no line before it is that money. */
async function isNotedOnly({ lenderId, amount, bankReference }: ClaimableLine, lineId = "~"): Promise<boolean> {
  if (bankReference === null) return false;
  const [receipt] = await db()
    .select({ id: remittanceReceipts.id })
    .from(remittanceReceipts)
    .where(
      and(
        eq(remittanceReceipts.lenderId, lenderId),
        eq(remittanceReceipts.amount, amount),
        eq(remittanceReceipts.bankReference, bankReference),
        eq(remittanceReceipts.source, "OPERATORS"),
      ),
    );
  if (!receipt) return false;
  const [shown] = await db()
    .select({ lines: count() })
    .from(statementLines)
    .where(
      and(
        eq(statementLines.lenderId, lenderId),
        eq(statementLines.amount, amount),
        eq(statementLines.bankReference, bankReference),
        eq(statementLines.state, "REMITTANCE"),
        lt(statementLines.id, lineId),
      ),
    );
  return (shown?.lines ?? 0) === 0;
}
