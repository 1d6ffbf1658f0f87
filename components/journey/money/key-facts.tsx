"use client";

import type { KeyFactsAnswer } from "@/lib/terms/agreements";
import { type Reading, useReading } from "./use-reading";

/** The key facts and the terms of a loan: as they are now, or as they were agreed to. */
export function useKeyFacts(loanId: string, when = ""): Reading<KeyFactsAnswer> {
  return useReading<KeyFactsAnswer>(`loans/${loanId}/key-facts`, when);
}
