import { decrypt, encrypt } from "@/lib/kernel/crypto";

const batchPurpose = "batches.payload";

export function sealBatch(records: readonly unknown[]): string {
  return encrypt(batchPurpose, JSON.stringify(records));
}

export function openBatch(sealed: string): unknown[] {
  return JSON.parse(decrypt(batchPurpose, sealed));
}
