import type { z } from "zod";
import { transaction } from "@/db/client";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { requireConnected } from "@/lib/loans/loans/require-connected";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { mandateProvider } from "@/lib/platform/providers/mandate";
import { isPayable, type LoanState } from "@/lib/terms/loans/states";
import { beginMandate } from "./begin-mandate";
import { newMandateLinkId, storeMandateLink } from "./mandate-link";
import { prepareMandate } from "./prepare-mandate";
import type { mandateRequested } from "./schema";

/** States in which the mandate has been agreed to, and not been cancelled. */
const agreedBefore: readonly LoanState[] = ["PAYOUT_HELD", "DISBURSING"];

/**
 * At a single-use address, valid for minutes of real time; each request returns another. For a running loan, after its
 * holder has ended the mandate. No address when nothing is left to agree to, or no bank to do it with.
 */
export async function requestMandate(
  call: LoanCall & { realNow: RealTime },
): Promise<z.output<typeof mandateRequested>> {
  const { actor, loanId, now, realNow } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  const id = newMandateLinkId();
  const url = mandateProvider(tenant.environment).pageFor(id);
  const prepared = await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    if (agreedBefore.includes(loan.status)) return { status: "ACTIVE" as const, url: null, expiresAt: null };
    if (!isPayable(loan.status)) await requireConnected(actor, loan);
    const { status, accountId, mandateId } = await prepareMandate({ actor, loan, now });
    if (status === "ACTIVE") return { status, url: null, expiresAt: null };
    await recordAudit({ actor, action: "loan.mandate-request", subjectId: loanId, now });
    if (url === null) return { begin: { mandateId, lenderId: loan.lenderId, merchantId: loan.merchantId } };
    const expiresAt = await storeMandateLink({ id, tenant, loanId, payoutAccountId: accountId, realNow });
    return { status: "PENDING" as const, url, expiresAt: expiresAt.toISOString() };
  });
  if (!prepared.begin) return prepared;
  const { lenderId } = prepared.begin;
  if (tenant.environment === "live" && (await findActiveRail(lenderId))?.kind === "BY_HAND") {
    return { status: "PENDING", url: null, expiresAt: null, onPaper: true };
  }
  return { status: "PENDING", url: await beginMandate({ tenant, now }, prepared.begin), expiresAt: null };
}
requestMandate.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT", "CONNECTION_CLOSED"] as const;
