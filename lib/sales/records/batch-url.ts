import { env } from "@/lib/kernel/env";

export function batchUrl(batchId: string): string {
  return `${env().baseUrl}/marketplace/data/batches/${encodeURIComponent(batchId)}`;
}
