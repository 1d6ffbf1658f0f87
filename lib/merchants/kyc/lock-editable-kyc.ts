import { CodedError } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import { isEditable } from "@/lib/terms/kyc/states";
import { type Kyc, loadKyc } from "./queries";

type LockedKyc = { merchant: MerchantRef; kyc: Kyc };

/** The KYC record, ready to be edited, with the merchant's row locked against concurrent edits and reviews. */
export async function lockEditableKyc(reach: Reach, ref: string): Promise<LockedKyc> {
  const locked = await lockKyc(reach, ref);
  if (!isEditable(locked.kyc.status)) throw notEditable();
  return locked;
}

export async function lockKyc(reach: Reach, ref: string): Promise<LockedKyc> {
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
