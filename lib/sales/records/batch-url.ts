import { env } from "@/lib/kernel/env";

/** Where a batch's status is read. */
export function batchUrl(batchId: string): string {
  return `${env().baseUrl}/marketplace/data/batches/${encodeURIComponent(batchId)}`;
}
