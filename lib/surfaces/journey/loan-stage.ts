import type { LoanState } from "@/lib/terms/loans/states";
import type { LoanStage } from "./schema";

/** A loan's stage for its merchant: what it waits for while it is an offer. */
export function stageOf(loan: { status: LoanState; payoutAccountId: string | null }): LoanStage {
  switch (loan.status) {
    case "APPROVED":
      return "offer";
    case "ACCEPTED":
      return loan.payoutAccountId ? "mandate" : "payout-account";
    case "PAYOUT_HELD":
    case "DISBURSING":
      return "paying-out";
    case "ACTIVE":
    case "DEFAULTED":
      return "running";
    case "REPAID":
    case "WRITTEN_OFF":
    case "CANCELLED":
      return "ended";
  }
}
