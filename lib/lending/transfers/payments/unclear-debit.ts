import type { BusinessTime } from "@/lib/kernel/time";
import { mayArrive } from "@/lib/lending/transfers/payouts/unclear-payout";
import type { DebitOutcome } from "@/lib/platform/providers/mandate";
import type { Payment } from "./serialize";

/** Whether a debit that went unanswered may still be made at the provider, as of payouts. */
export function mayBeMade({ silentAt, askedAt, waitsBecause }: Payment, now: BusinessTime): boolean {
  return mayArrive({ silentAt, askedAt, waitsFor: waitsBecause === null ? null : "PROVIDER" }, now);
}

/** A refusal of now says nothing about what went unanswered a moment ago. @param before as it was before this question */
export function unlessMade<Answer extends DebitOutcome | { status: "CONFIRMED"; reference: null }>(
  before: Payment | undefined,
  answer: Answer,
  now: BusinessTime,
): Answer | Extract<DebitOutcome, { status: "PENDING" }> {
  if (answer.status !== "FAILED" || answer.sent !== "NO" || !before?.railId || !mayBeMade(before, now)) return answer;
  return { status: "PENDING", detail: "Refused, and what went unanswered before may still arrive." };
}
