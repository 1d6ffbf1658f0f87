import { decrypt, encrypt } from "@/lib/crypto";
import { recordPurpose } from "./constants";
import type { MerchantRecord } from "./schema";

/** A merchant data record as stored: complete, including unknown fields, encrypted. */
export function sealRecord(record: MerchantRecord): string {
  return encrypt(recordPurpose, JSON.stringify(record));
}

/** The record behind `sealRecord`. Only validated records are ever sealed. */
export function openRecord(sealed: string): MerchantRecord {
  return JSON.parse(decrypt(recordPurpose, sealed)) as MerchantRecord;
}
