import type { Call } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { banksReachedFor } from "@/lib/parties/lenders/rails/open-rail";
import type { ListedBank } from "@/lib/platform/providers/paystack/banks";
import { abilityAt } from "@/lib/platform/providers/paystack/check-banks";
import { banks } from "@/lib/terms/banks";
import type { PayoutPurpose } from "@/lib/terms/loans/states";
import { type BankLimit, bankLimitTexts } from "@/lib/terms/payouts";
import type { LoanBanks } from "./schema";

/** What the provider does not say is not known, and stands in nobody's way. */
function limitAt(bankCode: string, listed: readonly ListedBank[]): BankLimit | null {
  const { transfers, directDebit } = abilityAt(bankCode, listed);
  if (transfers === false) return "NOT_PAID";
  return directDebit === false ? "NOT_DEBITED" : null;
}

/** To be said where a bank is chosen. Not inside a transaction: the provider may be asked for its list. */
export async function readLoanBanks({ actor, loanId }: Call<{ loanId: string }>): Promise<LoanBanks> {
  const [loan] = await loansById(reachOf(actor), [loanId]);
  if (!loan) throw notFound("loan");
  const listed = await banksReachedFor(loan);
  const limited = (limit: BankLimit) =>
    listed ? banks.map(({ code }) => code).filter((code) => limitAt(code, listed) === limit) : [];
  return { notPaid: limited("NOT_PAID"), notDebited: limited("NOT_DEBITED") };
}
readLoanBanks.errors = ["NOT_FOUND"] as const;

/** A refund needs no debits. Not inside a transaction. */
export async function refuseLimitedBank(loan: LoanRecord, bankCode: string, purpose: PayoutPurpose): Promise<void> {
  const listed = await banksReachedFor(loan);
  const limit = listed && limitAt(bankCode, listed);
  if (!limit || (limit === "NOT_DEBITED" && purpose === "REFUND")) return;
  const error = bankLimitTexts[limit];
  throw new CodedError("PAYOUT_ACCOUNT_REFUSED", `${error}.`, { fields: [{ field: "bankCode", error }] });
}
