"use client";

import { type ReactNode, useState } from "react";
import { useJourney } from "@/components/journey/context";
import { StepFrame } from "@/components/kyc/step-frame";
import type { EmbedSession, JourneyLoan, LoanStage } from "@/lib/surfaces/journey/schema";
import { NothingHere } from "./nothing-here";
import { type BlockHeight, Unread } from "./reading-states";
import { useReading } from "./use-reading";

/** A step about a loan: shows the loan it was opened with, else one that is at one of its stages. */
export function LoanStep(props: {
  stages: readonly LoanStage[];
  /** While the loan is read. */
  title: string;
  blocks: readonly BlockHeight[];
  /** When there is no such loan. */
  nothing: { title: string; lead: string };
  children: (loan: JourneyLoan, take: (loan: JourneyLoan) => void) => ReactNode;
}) {
  const { stages, title, blocks, nothing, children } = props;
  const { session, item } = useJourney();
  // The first one found stays after it has moved on, so that the step can say so.
  const [first, setFirst] = useState<string | null>(() => loanAt(session, stages));
  const named = session.loans.some(({ loanId }) => loanId === item) ? item : null;
  if (first === null && named === null) {
    const found = loanAt(session, stages);
    if (found !== null) setFirst(found);
  }
  const loanId = named ?? first;
  const reading = useReading<JourneyLoan>(loanId && `loans/${loanId}`, session.now);
  const { body: loan, take } = reading;
  if (loanId === null) return <NothingHere {...nothing} />;
  if (loan?.loanId === loanId) return children(loan, take);
  return (
    <StepFrame key={loanId} title={title}>
      <Unread reading={reading} blocks={blocks} />
    </StepFrame>
  );
}

function loanAt({ loans, loanId }: EmbedSession, stages: readonly LoanStage[]): string | null {
  const fitting = loans.filter(({ stage }) => stages.includes(stage));
  return (fitting.find((loan) => loan.loanId === loanId) ?? fitting[0])?.loanId ?? null;
}
