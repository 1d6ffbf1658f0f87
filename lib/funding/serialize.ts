import { fromKobo, type Kobo, toKobo } from "@/lib/money";
import { type FailureReason, type FundingStatus, minimumAmount, type Purpose, type Tenor } from "./constants";

type Row = { id: string; status: FundingStatus; amountRequested: Kobo; tenorDays: Tenor; purpose: Purpose };

export function toFundingRequest({ id, status, amountRequested, tenorDays, purpose }: Row) {
  return { id, status, amountRequested: fromKobo(amountRequested), tenorDays, purpose };
}

/** @param row `cap`: the merchant's lending cap when it was decided; null while it is not, and without a score */
export function toFundingRequestStatus(
  row: Row & { loanId: string | null; failureReason: FailureReason | null; cap: Kobo | null },
) {
  const { loanId, failureReason, cap } = row;
  return { ...toFundingRequest(row), loanId, failureReason, tooFewSales: isForTooFewSales(failureReason, cap) };
}

/** Whether what stands against a loan is a lending cap below the smallest one (docs/lending.md#decision). */
export function isForTooFewSales(reason: FailureReason | null, cap: Kobo | null): boolean {
  return reason === "ABOVE_LENDING_CAP" && cap !== null && cap < toKobo(minimumAmount);
}

export function toFundingPayload<const Status extends FundingStatus>(row: Row & { status: Status }) {
  return {
    funding_request: {
      id: row.id,
      amount_requested: fromKobo(row.amountRequested),
      tenor_days: row.tenorDays,
      purpose: row.purpose,
      status: row.status,
    },
  };
}
