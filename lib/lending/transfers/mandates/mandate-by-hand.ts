import { and, eq, ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { newReference } from "@/lib/kernel/ids";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import { findPayoutAccount } from "@/lib/lending/transfers/payouts/payout-account";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { findActiveRail } from "@/lib/parties/lenders/rails/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import { activateMandate } from "./activate-mandate";
import { prepareMandate } from "./prepare-mandate";
import { requireByHand } from "./require-by-hand";
import { findSignedForm } from "./signed-form";

type Giving = LoanCall & { input: { bankReference: string; reason: string } };

/** Signed on paper and lodged by the lender's bank, in the transaction of two operators (docs/by-hand.md#mandates). */
export async function giveMandateByHand({ actor, loanId, input, now }: Giving): Promise<void> {
  const { bankReference } = input;
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const rail = await requireByHand(loan.lenderId);
    const { status, mandateId } = await prepareMandate({ actor, loan, now });
    if (status === "ACTIVE") throw new CodedError("LOAN_STATE_CONFLICT", "Its account has a mandate already.");
    const form = await findSignedForm(actor.tenant, loanId);
    if (form?.mandate.id !== mandateId) {
      throw new CodedError(
        "LOAN_STATE_CONFLICT",
        "Its signed form has not been uploaded yet: that is what two decide on.",
      );
    }
    const taken = and(eq(mandates.railId, rail.id), eq(mandates.providerReference, bankReference));
    const others = db().select({ id: mandates.id }).from(mandates);
    if ((await others.where(and(taken, ne(mandates.id, mandateId))).limit(1)).length > 0) {
      throw invalidField("bankReference", "Is another mandate's already");
    }
    await db()
      .update(mandates)
      .set({ railId: rail.id, reference: newReference() })
      .where(inTenant(mandates, actor.tenant, eq(mandates.id, mandateId)));
    const asked = { mandateId, outcome: { status: "ACTIVE", reference: bankReference } } as const;
    await activateMandate({ actor, loanId, asked, now });
  });
}

/** For whoever decides about it: the account that the form has to name, the form, and what would be debited over. */
export async function evidenceOfMandate(loan: LoanRecord): Promise<Record<string, string>> {
  const account = loan.payoutAccountId ? await findPayoutAccount(reachOfRow(loan), loan.payoutAccountId) : undefined;
  const form = await findSignedForm(tenantOf(loan), loan.id);
  const rail = await findActiveRail(loan.lenderId);
  const shown = form?.mandate.payoutAccountId === account?.id ? form : undefined;
  return {
    account: account ? `${account.id}, ${bankNameOf(account.bankCode)} …${account.lastFour}` : "none",
    signedForm: shown?.file.sha256 ?? "none",
    formSentAt: shown?.mandate.formSentAt?.toISOString() ?? "never",
    formSentBy: shown?.mandate.formSentBy ?? "nobody",
    rail: rail ? `${rail.id}, ${rail.kind}` : "none",
  };
}
