import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { readAgreement } from "./queries";

/** For staff of the service, to whom it is somebody else's: that it was opened is in the audit log. */
export async function openAgreement({ actor, loanId, now }: Call<{ loanId: string }>) {
  return transaction(async () => {
    const agreement = await readAgreement(reachOf(actor), loanId);
    await recordAudit({ actor, action: "loan.open-agreement", subjectId: loanId, now });
    return agreement;
  });
}
openAgreement.errors = ["NOT_FOUND"] as const;
