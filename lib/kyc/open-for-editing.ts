import { CodedError } from "@/lib/errors";
import { findMerchant, type MerchantRef } from "@/lib/merchants/queries";
import type { Reach } from "@/lib/reach";
import { type Kyc, loadKyc } from "./queries";
import { isEditable } from "./states";

/**
 * The KYC record, ready to be edited. The merchant's row is locked for the rest of the transaction, which keeps out
 * concurrent edits and reviews.
 * @throws CodedError NOT_FOUND, CONNECTION_CLOSED, KYC_NOT_EDITABLE
 */
export async function openForEditing(reach: Reach, ref: string): Promise<{ merchant: MerchantRef; kyc: Kyc }> {
  const opened = await openConnected(reach, ref);
  if (!isEditable(opened.kyc.status)) throw notEditable();
  return opened;
}

/** The same, whatever the state of the record. */
export async function openConnected(reach: Reach, ref: string): Promise<{ merchant: MerchantRef; kyc: Kyc }> {
  const merchant = await findMerchant(reach, ref, { lock: true });
  const kyc = await loadKyc(reach, merchant);
  if (!kyc.connectionOpen) {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; its KYC record cannot be changed.");
  }
  return { merchant, kyc };
}

/** The error for an edit of a record that is under review or already decided. */
export function notEditable(): CodedError {
  return new CodedError(
    "KYC_NOT_EDITABLE",
    "The KYC record can be changed while it is PENDING or REQUIRES_UPDATE only.",
  );
}
