import { CodedError } from "@/lib/kernel/errors";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { bookOf, pausesOf } from "@/lib/loans/loans/load-loans";
import { toReopenedPayload } from "@/lib/loans/loans/milestone-payloads";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { collectionIn } from "@/lib/loans/loans/read-collection";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";

/** Not one that arrears brought, which paying them cures, nor while something is overdue. */
export async function takeBackDefault(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "take back the default", async (loan) => {
    if (loan.defaultReason !== "DECIDED") {
      throw new CodedError("LOAN_STATE_CONFLICT", "Nobody decided this default: paying what is overdue cures it.");
    }
    const { overdueAmount } = delinquencyIn(loan, await pausesOf(loan), now);
    if (overdueAmount > 0) {
      const overdue = nairaText(fromKobo(overdueAmount));
      throw new CodedError("LOAN_STATE_CONFLICT", `${overdue} is overdue: a default is taken back once nothing is.`);
    }
    await saveLoan(loan, { status: "ACTIVE", defaultedAt: null, defaultReason: null }, now);
    const payload = toReopenedPayload(loan, bookOf(loan), "TAKEN_BACK", await collectionIn(loan, now));
    await recordEvent({ tenant, merchantId: loan.merchantId, type: "loan.reopened", payload, now });
    await recordAudit({ actor, action: "loan.take-back-default", detail: input, subjectId: loan.id, now });
  });
}
