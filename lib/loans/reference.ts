import { randomText } from "@/lib/crypto";
import type { BusinessTime } from "@/lib/time";

/** Generates a human-readable loan reference: `LN-2026-7K3M9QPX`. */
export function newLoanReference(now: BusinessTime): string {
  return `LN-${now.getUTCFullYear()}-${randomText(8).toUpperCase()}`;
}
