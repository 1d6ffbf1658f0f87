import { decrypt, encrypt } from "@/lib/kernel/crypto";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";

const purpose = "submissions.record";

/** A merchant data record as stored: complete, including unknown fields, encrypted. */
export function sealRecord(record: MerchantRecord): string {
  return encrypt(purpose, JSON.stringify(record));
}

export function openRecord(sealed: string): MerchantRecord {
  return JSON.parse(decrypt(purpose, sealed)) as MerchantRecord;
}
