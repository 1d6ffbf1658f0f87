import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { evidenceOf } from "./loan-kinds";

/** Names all that there is to see of a loan: what is done to it as it was shown repeats it. */
export function seenOf(loan: LoanRecord): string {
  return sha256(canonicalJson(evidenceOf(loan)));
}

/** With its row locked. @throws CodedError EVIDENCE_CHANGED where it has changed since it was shown */
export function requireAsSeen(loan: LoanRecord, seen: string): void {
  if (seenOf(loan) === seen) return;
  throw new CodedError("EVIDENCE_CHANGED", "The loan has changed since it was shown. Nothing was done: look again.");
}
