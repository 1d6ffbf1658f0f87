import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { type Reach, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { endOffer } from "@/lib/loans/loans/cancel-loan";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { requireState } from "@/lib/loans/loans/transitions";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { decisiveFlag } from "@/lib/sales/data-events/queries";
import { scoreQueued } from "@/lib/sales/records/score-queued";
import { isOffer } from "@/lib/terms/loans/states";
import { lockBorrower } from "./borrowers/lock-borrower";
import { collectMerchantFacts } from "./facts";
import { objectionToOffer } from "./offer-policy";
import { type Cause, isFraudInForce, type MerchantFacts } from "./policy";

type Withdrawal = Cause | "CONNECTION_NOT_ACTIVE" | "SUSPENDED";

/** How long to wait for data that is just being scored. */
const scoredWithinSeconds = 5;

/** Before the transaction in which an offer is decided again: scores the data that has come since. */
export async function prepareToDecideAgain(reach: Reach, loanId: string, now: BusinessTime): Promise<void> {
  const [loan] = await loansById(reach, [loanId]);
  if (loan && isOffer(loan.status)) await scoreQueued(reachOfRow(loan), loan.merchantId, now);
}

/**
 * docs/lending.md#deciding-again, in the caller's transaction and with the loan's row locked. Returns the error to
 * throw after the commit, which the cancellation needs; see `unlessRefused`.
 */
export async function decideAgain(call: Call<{ loan: LoanRecord }>): Promise<CodedError | null> {
  const { actor, loan, now } = call;
  const reach = reachOfRow(loan);
  await lockBorrower(reach, loan.merchantId);
  await findMerchant(reach, loan.merchantId, { lock: true });
  const cause = await causeAgainst(loan, now);
  if (cause === null) return null;
  if (cause === "WAIT") {
    const detail = "New data about the business is being assessed. Try again in a few seconds.";
    return new CodedError("SERVICE_UNAVAILABLE", detail, { retryAfterSeconds: scoredWithinSeconds });
  }
  requireState(loan, "withdraw");
  await endOffer({ actor, loan, reason: "UNDERWRITING_CHANGED", cause, now });
  const detail = "What is known about the business has changed since the offer was made. Nothing has been paid out.";
  return new CodedError("OFFER_WITHDRAWN", `${detail} Ask for funding again to see what is possible now.`);
}

/** Why a loan would not be made today, as far as nothing changes meanwhile; WAIT: not known yet. */
export async function causeAgainst(loan: LoanRecord, now: BusinessTime): Promise<Withdrawal | "WAIT" | null> {
  const reach = reachOfRow(loan);
  const facts = await collectMerchantFacts(reach, loan.merchantId, now, loan.id);
  return (await reported(reach, loan, facts)) ?? (facts.scoringPending ? "WAIT" : objectionToOffer(facts, loan));
}

/** The result of a transaction that has been committed. @throws CodedError if it is a refusal */
export function unlessRefused<T>(result: T | CodedError): T {
  if (result instanceof CodedError) throw result;
  return result;
}

/** What has been said against the merchant, or against another of its borrower. */
async function reported(reach: Reach, { merchantId }: LoanRecord, facts: MerchantFacts): Promise<Withdrawal | null> {
  if ((await decisiveFlag(reach, merchantId)) === "SUSPENDED") return "SUSPENDED";
  if (isFraudInForce(facts)) return "FRAUD";
  return facts.connectionStatus === "ACTIVE" ? null : "CONNECTION_NOT_ACTIVE";
}
