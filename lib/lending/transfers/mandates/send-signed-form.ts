import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { actorName } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { confirmUpload } from "@/lib/merchants/documents/confirm-upload";
import { detectFileType } from "@/lib/merchants/documents/file-type";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { requestUpload } from "@/lib/merchants/documents/request-upload";
import { takeFile } from "@/lib/merchants/documents/take-file";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { uploadTokenHeader } from "@/lib/terms/documents/constants";
import { prepareMandate } from "./prepare-mandate";
import { requireByHand } from "./require-by-hand";

/**
 * A confirmed upload is the signed form of the mandate on the loan's account, in place of any sent before; once the bank's
 * reference is entered it stays (docs/by-hand.md#mandates). The same again changes nothing.
 */
export async function sendSignedForm(call: LoanCall & { input: { fileKey: string } }): Promise<void> {
  const { actor, loanId, input, now } = call;
  await transaction(async () => {
    const { loan, mandateId } = await lockUnsigned(call);
    const file = await takeFile(actor, loan.merchantId, input.fileKey);
    const it = inTenant(mandates, actor.tenant, eq(mandates.id, mandateId));
    const [before] = await db().select({ fileId: mandates.formFileId }).from(mandates).where(it);
    if (before?.fileId === file.id) return;
    const form = { formFileId: file.id, formSentAt: now, formSentBy: actorName(actor) };
    await db().update(mandates).set(form).where(it);
    await recordAudit({
      actor,
      action: "loan.mandate-form",
      detail: { sha256: file.sha256 ?? "" },
      subjectId: loanId,
      now,
    });
  });
}
sendSignedForm.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT", "VALIDATION_FAILED"] as const;

type Brought = LoanCall & { content: AsyncIterable<Uint8Array>; realNow: RealTime };

/** One that an operator was handed on paper: uploaded as any file is, and sent. Not inside a transaction. */
export async function bringSignedForm({ actor, loanId, content, now, realNow }: Brought): Promise<void> {
  const bytes = await buffer(content);
  const mimeType = detectFileType(bytes);
  if (!mimeType) {
    throw new CodedError("UNSUPPORTED_MEDIA_TYPE", "Send a PDF, or a picture of it as JPEG, PNG or WebP.");
  }
  const input = { fileName: `signed-mandate.${mimeType.split("/")[1]}`, mimeType, fileSize: String(bytes.byteLength) };
  // Before anything is stored.
  await transaction(() => lockUnsigned({ actor, loanId, now }));
  const { fileKey, upload } = await requestUpload({ actor, input, realNow });
  const token = upload.headers[uploadTokenHeader];
  await receiveUpload({ actor, fileKey, token, contentType: mimeType, content: inOne(bytes), realNow });
  await confirmUpload({ actor, fileKey, realNow });
  await sendSignedForm({ actor, loanId, input: { fileKey }, now });
}
bringSignedForm.errors = [
  ...sendSignedForm.errors,
  "UNSUPPORTED_MEDIA_TYPE",
  ...requestUpload.errors,
  ...receiveUpload.errors,
] as const;

/** The loan, and the mandate on its account that waits for a form. */
async function lockUnsigned({ actor, loanId, now }: LoanCall) {
  refuseMarketplace(actor);
  const loan = await lockLoan(reachOf(actor), loanId);
  await requireByHand(loan.lenderId);
  const { status, mandateId } = await prepareMandate({ actor, loan, now });
  if (status !== "ACTIVE") return { loan, mandateId };
  throw new CodedError(
    "LOAN_STATE_CONFLICT",
    "The bank has the mandate already: its form cannot be replaced any more.",
  );
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
