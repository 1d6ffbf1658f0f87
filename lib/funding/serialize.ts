import { fromKobo, type Kobo } from "@/lib/money";
import type { FailureReason, FundingStatus, Purpose, Tenor } from "./constants";

type Row = { id: string; status: FundingStatus; amountRequested: Kobo; tenorDays: Tenor; purpose: Purpose };

export function toFundingRequest({ id, status, amountRequested, tenorDays, purpose }: Row) {
  return { id, status, amountRequested: fromKobo(amountRequested), tenorDays, purpose };
}

export function toFundingRequestStatus(row: Row & { loanId: string | null; failureReason: FailureReason | null }) {
  return { ...toFundingRequest(row), loanId: row.loanId, failureReason: row.failureReason };
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
