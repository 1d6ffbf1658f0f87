import { and, eq, gte, lte, max, or } from "drizzle-orm";
import { db } from "@/db/client";
import { bankStatements, statementLines } from "@/db/schema/bank-statements";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import { rails } from "@/db/schema/lenders";
import type { payouts } from "@/db/schema/loans";
import { addDays } from "@/lib/kernel/calendar";
import { now as realNow } from "@/lib/kernel/clock";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { dayBegins, lagosDate } from "@/lib/kernel/lagos-days";
import { fromKobo, type Kobo, nairaText, toKobo } from "@/lib/kernel/money";
import { type BusinessTime, realTimeOf } from "@/lib/kernel/time";
import { addBankDays } from "@/lib/terms/bank-days";
import type { CloseOrder } from "./schema";

/** @throws CodedError while its provider may still do something about it, or where it cannot be as the operators say */
export function requireClosable(
  order: { amount: Kobo; askedAt: Date | null; leasedUntil: Date | null },
  { outcome, amount }: CloseOrder,
  mayArriveYet: boolean,
) {
  if (toKobo(amount) !== order.amount) {
    throw invalidField("amount", `Must be what was ordered, ${nairaText(fromKobo(order.amount))}`);
  }
  if (outcome === "PAID" && !order.askedAt) throw new CodedError("LOAN_STATE_CONFLICT", notSent);
  // By real time: whoever is asking will record the answer.
  if (order.leasedUntil && order.leasedUntil > realNow()) throw new CodedError("LOAN_STATE_CONFLICT", beingAsked);
  if (mayArriveYet) throw new CodedError("LOAN_STATE_CONFLICT", tooEarly);
}

/** By hand: what was in no batch that was released has been in nobody's hands; what was may be carried out yet. */
export async function requireEntered(
  order: Pick<typeof payouts.$inferSelect, "id" | "railId">,
  { outcome }: CloseOrder,
  now: BusinessTime,
): Promise<void> {
  if (!order.railId) return;
  const [rail] = await db().select().from(rails).where(eq(rails.id, order.railId));
  if (rail?.kind !== "BY_HAND") return;
  const released = await lastReleased(order.id);
  if (outcome === "PAID" && !released) throw new CodedError("LOAN_STATE_CONFLICT", notEntered);
  if (outcome === "PAID" || !released) return;
  if (await waitsOnStatement(order.id)) throw new CodedError("LOAN_STATE_CONFLICT", onStatement);
  const over = lagosDate(now) >= addBankDays(released, answeredWithin);
  if (!over && !(await isCovered(rail.integration, released))) throw new CodedError("LOAN_STATE_CONFLICT", notYet);
}

/** The bank day for which it was last handed out. */
async function lastReleased(orderId: string): Promise<string | null> {
  const it = or(eq(instructionLines.payoutId, orderId), eq(instructionLines.paymentId, orderId));
  const [last] = await db()
    .select({ day: max(instructionBatches.releasedFor) })
    .from(instructionLines)
    .innerJoin(instructionBatches, eq(instructionBatches.id, instructionLines.batchId))
    .where(it);
  return last?.day ?? null;
}

/** Whether a statement that was imported once the day was over has it. */
async function isCovered(accountId: string, day: string): Promise<boolean> {
  const has = and(
    eq(bankStatements.accountId, accountId),
    lte(bankStatements.fromDay, day),
    gte(bankStatements.toDay, day),
    gte(bankStatements.importedAt, realTimeOf(dayBegins(addDays(day, 1)).getTime())),
  );
  return (await db().$count(bankStatements, has)) > 0;
}

/** Whether a line that names it has yet to be decided about. */
async function waitsOnStatement(orderId: string): Promise<boolean> {
  const its = or(eq(statementLines.payoutId, orderId), eq(statementLines.paymentId, orderId));
  return (await db().$count(statementLines, and(its, eq(statementLines.state, "WAITS")))) > 0;
}

/** Bank days after which what a bank has not carried out is not carried out any more. */
const answeredWithin = 2;

const notEntered = "The order was in no batch that was released, so nobody has entered it.";
const onStatement = "A line of the statement names this order, and waits: import once more, or decide about that line.";
const notYet =
  "It may be carried out yet: not before a statement has the day for which its batch was released, or two bank days later.";
const notSent = "The provider has not been asked for this order, so it cannot have been paid.";
const beingAsked = "The provider is being asked about this order just now: try again in some minutes.";
const tooEarly = "The provider was asked less than an hour ago: what it did not answer may still arrive.";
