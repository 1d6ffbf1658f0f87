import { fromKobo, type Kobo } from "@/lib/kernel/money";
import type { FailureReason, FundingStatus, Purpose, Tenor } from "@/lib/terms/funding/constants";
import type { CapReason } from "@/lib/terms/scoring/constants";

type Row = { id: string; status: FundingStatus; amountRequested: Kobo; tenorDays: Tenor; purpose: Purpose };

export function toFundingRequest({ id, status, amountRequested, tenorDays, purpose }: Row) {
  return { id, status, amountRequested: fromKobo(amountRequested), tenorDays, purpose };
}

/** @param row `capReason`: as it was decided by; null while it is not, and without a score */
export function toFundingRequestStatus(
  row: Row & { loanId: string | null; failureReason: FailureReason | null; capReason: CapReason | null },
) {
  const { loanId, failureReason, capReason } = row;
  return { ...toFundingRequest(row), loanId, failureReason, ...toCapReason(failureReason, capReason) };
}

/** Why no amount is small enough, where that is the cap itself (docs/lending.md#decision). */
export function toCapReason(reason: FailureReason | null, known: CapReason | null) {
  const capReason = reason === "ABOVE_LENDING_CAP" ? known : null;
  return { tooFewSales: capReason === "TOO_FEW_SALES", capReason };
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
