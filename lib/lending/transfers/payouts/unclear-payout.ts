import { and, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { hour, later } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import type { BusinessTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { TransferOutcome } from "@/lib/platform/providers/bank";

type Payout = typeof payouts.$inferSelect;

/** How long what a provider did not answer may still arrive there: until then no refusal is final. */
const mayArriveFor = hour;

/** A refusal of now says nothing about what went unanswered a moment ago. */
export function unlessUnderWay(payout: Payout, answer: TransferOutcome, now: BusinessTime): TransferOutcome {
  if (answer.status !== "FAILED" || answer.sent !== "NO" || !mayArrive(payout, now)) return answer;
  const detail = `Refused (${answer.reason}), and what went unanswered before may still arrive.`;
  return { status: "PENDING", waitsFor: "PROVIDER", detail, sent: "NO" };
}

/** Whether what went unanswered may still arrive there. Also of a process that was asking and died. */
export function mayArrive(
  { silentAt, askedAt, waitsFor }: Pick<Payout, "silentAt" | "askedAt" | "waitsFor">,
  now: BusinessTime,
): boolean {
  const since = silentAt ?? (waitsFor === null ? askedAt : null);
  return since !== null && now < later(since, mayArriveFor);
}

/** Where nothing has been sent, it counts as not asked for: the loan is decided again before it is. */
export function knownOf(payout: Payout, answer: TransferOutcome, now: BusinessTime) {
  const sent = answer.status === "CONFIRMED" ? undefined : answer.sent;
  if (sent === "MAYBE") return { silentAt: now };
  if (sent === "NO" && !mayArrive(payout, now)) return { silentAt: null, askedAt: null };
  return {};
}

/** What was taken for refused has been paid: it is kept, for an operator to see, and never lost. */
export async function keepLateAnswer(call: Call<{ payout: Payout; reference: string }>) {
  const { actor, payout, reference, now } = call;
  const other = inTenant(payouts, actor.tenant, eq(payouts.id, payout.id), ne(payouts.status, "CONFIRMED"));
  const because = "It has been paid, after it was taken for refused.";
  const kept = await db()
    .update(payouts)
    .set({ providerReference: reference, waitsFor: "PERSON", waitsBecause: because })
    .where(other)
    .returning({ id: payouts.id });
  if (kept.length > 0) await recordAudit({ actor, action: "payout.paid-late", subjectId: payout.id, now });
}

/** Until two operators have closed it (`lib/lending/transfers/orders/reopen-late.ts`). */
export const wasPaidLate = and(eq(payouts.status, "FAILED"), eq(payouts.waitsFor, "PERSON"));

/** Its loan's money, or its refund, may be out already: nothing more is sent meanwhile. Null where it may be. */
export async function paidLate({ loanId, ...row }: Pick<Payout, "loanId" | "marketplaceId" | "environment">) {
  const its = inTenant(payouts, tenantOf(row), eq(payouts.loanId, loanId), wasPaidLate);
  const [late] = await db().select({ reference: payouts.reference }).from(payouts).where(its);
  return late ? `The order ${late.reference} was paid after it was taken for refused: close that one first.` : null;
}
