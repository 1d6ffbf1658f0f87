import { transaction } from "@/db/client";
import type { Call } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { loansById } from "@/lib/loans/loans/queries";
import { readBytes } from "@/lib/merchants/documents/stored-bytes";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { findSignedForm } from "./signed-form";

/** That it was opened is in the audit log. The content throws SealBroken, see `readBytes`. */
export async function openSignedForm({ actor, loanId, now }: Call<{ loanId: string }>) {
  const { file, reference } = await transaction(async () => {
    const [loan] = await loansById(reachOf(actor), [loanId]);
    if (!loan) throw notFound("loan");
    const form = await findSignedForm(actor.tenant, loanId);
    if (!form) throw new CodedError("LOAN_STATE_CONFLICT", "No signed form of a mandate has been sent for this loan.");
    await recordAudit({ actor, action: "loan.open-mandate-form", subjectId: loanId, now });
    return { file: form.file, reference: loan.reference };
  });
  const name = `signed-mandate-${reference}.${file.mimeType.split("/")[1]}`;
  return { name, sha256: file.sha256 ?? "", content: readBytes(file) };
}
openSignedForm.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
