"use client";

import { useEffect, useRef, useState } from "react";
import { reveal } from "@/components/forms/reveal";
import { useWork } from "@/components/forms/use-work";
import { ConfirmBox } from "@/components/journey/confirm-box";
import { useJourney } from "@/components/journey/context";
import { dueDateOf, dueText } from "@/components/loan/due-text";
import { exampleOfSale, percentText } from "@/components/loan/loan-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { dateText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

type Proposal = NonNullable<JourneyLoan["proposal"]>;
type Choice = "accept" | "decline";

export function TermsProposal({ loan }: { loan: JourneyLoan }) {
  const { call, refresh } = useJourney();
  const { busy, failure, run } = useWork();
  // An answer is to the proposal that was on the screen: when another takes its place, the question is asked anew.
  const [asking, setAsking] = useState<{ choice: Choice; id: string } | null>(null);
  const [answered, setAnswered] = useState<{ choice: Choice; id: string } | null>(null);
  const { proposal } = loan;

  const send = ({ choice, id }: { choice: Choice; id: string }) =>
    run(async () => {
      const answer = await call<JourneyLoan>("POST", `loans/${loan.loanId}/terms/${choice}`, { proposalId: id });
      setAsking(null);
      if ("refused" in answer) return answer;
      setAnswered({ choice, id });
      await refresh();
    });

  if (answered && (!proposal || proposal.id === answered.id)) return <Answered choice={answered.choice} loan={loan} />;
  if (!proposal) return failure ? <Alert message={failure} /> : null;
  return (
    <Card title="New terms are proposed">
      <p>
        {loan.lender.name} asks to take more of each sale. Nothing changes unless you agree, and it costs you nothing to
        say no.
      </p>
      <p className="wrap-anywhere">Their reason: {proposal.reason}</p>
      <Comparison loan={loan} proposal={proposal} />
      <Alert message={failure} />
      <Question
        key={proposal.id}
        busy={busy}
        asked={asking?.id === proposal.id ? asking.choice : null}
        onAsk={(choice) => setAsking(choice && { choice, id: proposal.id })}
        onAnswer={(choice) => send({ choice, id: proposal.id })}
      />
    </Card>
  );
}

function Comparison({ loan, proposal }: { loan: JourneyLoan; proposal: Proposal }) {
  const { session } = useJourney();
  const { deduction, dueDate } = loan;
  const rows = [
    ["From each sale", percentText(deduction.percentage), percentText(proposal.deductionPercentage)],
    ["At least, per sale", nairaText(deduction.minimum), nairaText(proposal.minimumDeduction)],
    ["Last due date", dateText(dueDate, "short"), dateText(proposal.dueDate, "short")],
  ] as const;
  const { name } = session.marketplace;
  const today = { deductionPercentage: deduction.percentage, minimumDeduction: deduction.minimum };
  return (
    <>
      <table className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr className="border-b border-stone-300 dark:border-stone-700">
            <th scope="col">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-2 pl-3 font-medium">
              Today
            </th>
            <th scope="col" className="py-2 pl-3 font-medium">
              Proposed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, before, after]) => (
            <tr key={what} className="border-b border-stone-200 align-baseline last:border-0 dark:border-stone-800">
              <th scope="row" className="py-2 font-normal text-stone-700 dark:text-stone-300">
                {what}
              </th>
              <td className="wrap-anywhere py-2 pl-3">{before}</td>
              <td className={`wrap-anywhere py-2 pl-3 ${after === before ? "" : "font-semibold"}`}>
                {after}
                {after === before && <span className="sr-only"> (unchanged)</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-stone-700 dark:text-stone-300">
        <span className="font-medium">Today:</span> {exampleOfSale(today, name)}
      </p>
      <p className="text-sm text-stone-700 dark:text-stone-300">
        <span className="font-medium">Proposed:</span> {exampleOfSale(proposal, name)}
      </p>
    </>
  );
}

const questions = {
  accept: {
    title: "Agree to the new terms?",
    text: "They hold from now on, for every sale until the loan is paid back.",
    yes: "Yes, agree",
  },
  decline: {
    title: "Decline the new terms?",
    text: "Today’s terms go on as they are. This proposal ends.",
    yes: "Yes, decline",
  },
} as const;

function Question(props: {
  busy: boolean;
  asked: Choice | null;
  onAsk: (choice: Choice | null) => void;
  onAnswer: (choice: Choice) => void;
}) {
  const { busy, asked, onAsk, onAnswer } = props;
  const buttons = useRef<Partial<Record<Choice, HTMLButtonElement | null>>>({});
  const before = useRef<Choice | null>(null);

  useEffect(() => {
    const left = before.current && buttons.current[before.current];
    if (asked === null && left) reveal(left);
    before.current = asked;
  }, [asked]);

  return (
    <>
      <div hidden={asked !== null} className="grid gap-3 sm:grid-cols-2">
        {(["accept", "decline"] as const).map((choice) => (
          <Button
            key={choice}
            ref={(button) => {
              buttons.current[choice] = button;
            }}
            look={choice === "accept" ? "primary" : "secondary"}
            onClick={() => !busy && onAsk(choice)}
          >
            {choice === "accept" ? "Agree" : "Decline"}
          </Button>
        ))}
      </div>
      {asked && (
        <ConfirmBox
          {...questions[asked]}
          no="Go back"
          yesLook={asked === "accept" ? "primary" : "secondary"}
          busy={busy}
          onNo={() => onAsk(null)}
          onYes={() => onAnswer(asked)}
        />
      )}
    </>
  );
}

/** What the merchant has just answered; takes the focus that was on the button. */
function Answered({ choice, loan }: { choice: Choice; loan: JourneyLoan }) {
  const { session } = useJourney();
  const { percentage, minimum } = loan.deduction;
  const today = session.now.slice(0, 10);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current) reveal(box.current);
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {choice === "decline" ? (
        <Notice look="plain" title="You declined the new terms">
          <p>Today’s terms go on as they are.</p>
        </Notice>
      ) : (
        <Notice look="good" title="You agreed to the new terms">
          <p>
            {loan.pause && "Once repayments start again, "}
            {session.marketplace.name} takes {percentText(percentage)} of each sale
            {minimum > 0 && <>, at least {nairaText(minimum)}</>}.{" "}
            {dueText("The last due date", loan.dueDate, dueDateOf(loan.dueDate, today, loan.pause?.since ?? null))}
          </p>
        </Notice>
      )}
    </div>
  );
}
