import { env } from "@/lib/env";

/** Where the status of a batch is. */
export function batchUrl(batchId: string): string {
  return `${env().baseUrl}/marketplace/data/batches/${encodeURIComponent(batchId)}`;
}
