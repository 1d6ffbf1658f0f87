import { decrypt, encrypt } from "@/lib/kernel/crypto";

const batchPurpose = "batches.payload";

/** The records of a waiting batch as they are stored. */
export function sealBatch(records: readonly unknown[]): string {
  return encrypt(batchPurpose, JSON.stringify(records));
}

export function openBatch(sealed: string): unknown[] {
  return JSON.parse(decrypt(batchPurpose, sealed));
}
