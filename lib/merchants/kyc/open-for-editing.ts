import { CodedError } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import { isEditable } from "@/lib/terms/kyc/states";
import { type Kyc, loadKyc } from "./queries";

type Opened = { merchant: MerchantRef; kyc: Kyc };

/** The KYC record, ready to be edited, with the merchant's row locked against concurrent edits and reviews. */
export async function openForEditing(reach: Reach, ref: string): Promise<Opened> {
  const opened = await openConnected(reach, ref);
  if (!isEditable(opened.kyc.status)) throw notEditable();
  return opened;
}

/** The same, whatever the state of the record. */
export async function openConnected(reach: Reach, ref: string): Promise<Opened> {
  const merchant = await findMerchant(reach, ref, { lock: true });
  const kyc = await loadKyc(reach, merchant);
  if (!kyc.connectionOpen) {
    throw new CodedError("CONNECTION_CLOSED", "The merchant is disconnected; its KYC record cannot be changed.");
  }
  return { merchant, kyc };
}

export function notEditable(): CodedError {
  const reason = "The KYC record can only be changed while it is PENDING or REQUIRES_UPDATE.";
  return new CodedError("KYC_NOT_EDITABLE", reason);
}
