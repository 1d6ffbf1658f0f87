"use client";

import { useState } from "react";
import { useJourney } from "@/components/journey/context";
import type { EmbedSession, JourneyLoan, LoanStage } from "@/lib/embed/schema";
import { type Reading, useReading } from "./use-reading";

/**
 * The loan that a step shows: the one it was asked to show, else one that is at this step. It stays the same one when it has
 * moved on, so that the step can say so.
 */
export function useShownLoan(stages: readonly LoanStage[]): { loanId: string | null; reading: Reading<JourneyLoan> } {
  const { session, item } = useJourney();
  const [first, setFirst] = useState<string | null>(() => loanAt(session, stages));
  const named = session.loans.some(({ loanId }) => loanId === item) ? item : null;
  if (first === null && named === null) {
    const found = loanAt(session, stages);
    if (found !== null) setFirst(found);
  }
  const loanId = named ?? first;
  const reading = useReading<JourneyLoan>(loanId && `loans/${loanId}`, session.now);
  return { loanId, reading };
}

function loanAt({ loans, loanId }: EmbedSession, stages: readonly LoanStage[]): string | null {
  const fitting = loans.filter(({ stage }) => stages.includes(stage));
  return (fitting.find((loan) => loan.loanId === loanId) ?? fitting[0])?.loanId ?? null;
}
