import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { remittanceMatches, remittanceReceipts } from "@/db/schema/remittances";
import { daysBetween } from "@/lib/kernel/calendar";
import * as clock from "@/lib/kernel/clock";
import type { ClaimableLine, Claimant } from "@/lib/terms/bank-statements/claimant";
import { bareName, isBooked } from "./is-booked";
import { findRemitters, type Remitter } from "./queries";
import { receiveRemittance } from "./receive-remittance";

/** So many days apart, the same amount may be what two operators have noted. */
const maybeSame = 5;

type Noted = Pick<
  typeof remittanceReceipts.$inferSelect,
  "id" | "lenderId" | "remitterId" | "amount" | "bankReference" | "receivedOn"
>;

/**
 * Lines that carry the reference of a remittance, or are what two operators have noted under the bank's name for them. One
 * that may be that money under another name waits for people.
 */
export const remittanceLines: Claimant = {
  state: "REMITTANCE",
  recognise: async (lines) => {
    const lenderIds = [...new Set(lines.map(({ lenderId }) => lenderId))];
    const known = await findRemitters({ lenderIds });
    const noted = await unmatchedOf(lenderIds);
    const found = new Set<number>();
    for (const [place, line] of lines.entries()) {
      const same = noted.findIndex((one) => isNoted(one, line));
      if (same >= 0) noted.splice(same, 1);
      const remitter = remitterOf(line, known);
      if (same >= 0 || (remitter && !noted.some((one) => mayBe(one, line, remitter)))) found.add(place);
    }
    return found;
  },
  book: async ({ lineId, ...line }) => {
    const { lenderId, amount, valueDate: receivedOn } = line;
    const same = (await unmatchedOf([lenderId])).find((one) => isNoted(one, line));
    if (same) {
      await db().insert(remittanceMatches).values({ receiptId: same.id, lineId });
      return;
    }
    const remitter = remitterOf(line, await findRemitters({ lenderIds: [lenderId] }));
    if (!remitter) throw new Error("The line is no remittance.");
    // Banks give several lines one name: then the line's own tells them apart.
    const named = line.bankReference !== null && !(await isBooked({ lenderId }, line.bankReference));
    const bankReference = named ? (line.bankReference ?? lineId) : lineId;
    const money = { amount, receivedOn, bankReference, source: "STATEMENT" } as const;
    await receiveRemittance({ remitterId: remitter.id, ...money, realNow: clock.now() });
  },
};

/** None where it names several: how much of it is whose, people have to find out. */
function remitterOf({ lenderId, candidates }: ClaimableLine, known: readonly Remitter[]): Remitter | undefined {
  const [named, ...others] = known.filter((one) => one.lenderId === lenderId && candidates.includes(one.reference));
  return others.length > 0 ? undefined : named;
}

/** What two operators have noted and no line has shown. */
async function unmatchedOf(lenderIds: readonly string[]): Promise<Noted[]> {
  const { id, lenderId, remitterId, amount, bankReference, receivedOn, source } = remittanceReceipts;
  return db()
    .select({ id, lenderId, remitterId, amount, bankReference, receivedOn })
    .from(remittanceReceipts)
    .leftJoin(remittanceMatches, eq(remittanceMatches.receiptId, id))
    .where(and(inArray(lenderId, lenderIds), eq(source, "OPERATORS"), isNull(remittanceMatches.receiptId)))
    .orderBy(asc(id));
}

function isNoted(noted: Noted, { lenderId, amount, bankReference }: ClaimableLine): boolean {
  if (bankReference === null || noted.lenderId !== lenderId || noted.amount !== amount) return false;
  return bareName(noted.bankReference) === bareName(bankReference);
}

function mayBe(noted: Noted, { amount, valueDate }: ClaimableLine, remitter: Remitter): boolean {
  const near = Math.abs(daysBetween(noted.receivedOn, valueDate)) <= maybeSame;
  return near && noted.remitterId === remitter.id && noted.amount === amount;
}
