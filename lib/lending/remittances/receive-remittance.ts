import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { remittanceReceipts, remitters } from "@/db/schema/remittances";
import type { Operator } from "@/lib/kernel/actor";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import type { receiptSources } from "@/lib/terms/remittances";
import { isBooked } from "./is-booked";

export type Receipt = {
  remitterId: string;
  /** Kobo; negative: went back. */
  amount: Kobo;
  receivedOn: string;
  bankReference: string;
  source: (typeof receiptSources)[number];
  realNow: RealTime;
};

/** In the caller's transaction: of the approval, or of the import of the line that says so. */
export async function receiveRemittance(receipt: Receipt): Promise<void> {
  const { remitterId, realNow, ...money } = receipt;
  const [remitter] = await db().select().from(remitters).where(eq(remitters.id, remitterId));
  if (!remitter) throw notFound("remittance");
  const { lenderId } = remitter;
  if (await isBooked({ lenderId }, money.bankReference)) {
    throw invalidField("bankReference", "Is booked for this lender already");
  }
  await db()
    .insert(remittanceReceipts)
    .values({ id: newId("remittanceReceipt"), remitterId, lenderId, ...money, recordedAt: realNow });
}

/** What two operators have read on the lender's statement. In the transaction of the approval. */
export async function noteRemittance(
  call: Omit<Receipt, "source"> & { operator: Operator; reason: string },
): Promise<void> {
  const { operator, reason, ...receipt } = call;
  await receiveRemittance({ ...receipt, source: "OPERATORS" });
  const { amount, receivedOn, bankReference, remitterId: subjectId, realNow } = receipt;
  const detail = { amount: fromKobo(amount), receivedOn, bankReference, reason };
  await recordServiceAudit({ operator, action: "remittance.receive", detail, subjectId, realNow });
}
