import type { BusinessTime } from "@/lib/clock";
import { randomText } from "@/lib/crypto";

/** A loan's name for people: `LN-2026-7K3M9QPX`. */
export function newLoanReference(now: BusinessTime): string {
  return `LN-${now.getUTCFullYear()}-${randomText(8).toUpperCase()}`;
}
