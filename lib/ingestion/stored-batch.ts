import { decrypt, encrypt } from "@/lib/crypto";

const batchPurpose = "batches.payload";

/** The records of a waiting batch, as submitted, encrypted. */
export function sealBatch(records: readonly unknown[]): string {
  return encrypt(batchPurpose, JSON.stringify(records));
}

/** The records behind `sealBatch`. */
export function openBatch(sealed: string): unknown[] {
  return JSON.parse(decrypt(batchPurpose, sealed)) as unknown[];
}
