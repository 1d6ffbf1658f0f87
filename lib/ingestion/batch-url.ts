import { env } from "@/lib/env";

/** URL of a batch's status. */
export function batchUrl(batchId: string): string {
  return `${env().baseUrl}/marketplace/data/batches/${encodeURIComponent(batchId)}`;
}
