"use client";

import { required } from "@/components/forms/error-text";
import { AreaField, SelectField } from "@/components/forms/fields";
import type { Outcome } from "@/components/forms/outcome";
import { SchemaForm } from "@/components/forms/schema-form";
import { momentText } from "@/components/ui/date-text";
import { StatusBadge } from "@/components/ui/status-badge";
import { type ComplaintAnswer, complaintInput, type MakeComplaint } from "@/lib/lending/complaints/schema";
import { complaintDays } from "@/lib/terms/complaints";
import { complaintLabels } from "@/lib/terms/merchants/labels";

type Complained = Pick<
  ComplaintAnswer,
  "id" | "number" | "status" | "words" | "madeAt" | "answerBy" | "answer" | "answeredAt" | "loan"
>;

/** What a merchant has complained about, and what became of it. */
export function ComplaintList({ complaints }: { complaints: readonly Complained[] }) {
  if (complaints.length === 0) return null;
  return (
    <ul aria-label="Your complaints" className="flex flex-col divide-y divide-stone-300 dark:divide-stone-700">
      {complaints.map(({ id, number, status, words, madeAt, answerBy, answer, answeredAt, loan }) => (
        <li key={id} className="flex flex-col gap-2 py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
            <span className="font-medium tabular-nums">{number}</span>
            <StatusBadge tone={complaintLabels[status].tone}>{complaintLabels[status].label}</StatusBadge>
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{words}</p>
          <p className="text-sm text-stone-700 dark:text-stone-300">
            {loan && `About loan ${loan.reference}. `}Sent on {momentText(madeAt)}.{" "}
            {answer === null && `We answer by ${momentText(answerBy)}.`}
          </p>
          {answer !== null && answeredAt !== null && (
            <div className="flex flex-col gap-1 border-l-2 border-stone-400 pl-3 dark:border-stone-600">
              <p className="text-sm font-medium">Our answer of {momentText(answeredAt)}</p>
              <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

/** @param loans those that it can be about */
export function ComplaintForm(props: {
  loans: readonly { loanId: string; reference: string }[];
  send: (input: MakeComplaint) => Promise<Outcome>;
}) {
  const { loans, send } = props;
  return (
    <SchemaForm
      schema={complaintInput}
      values={{ loanId: "", words: "" }}
      send={({ loanId, words }) => send({ words, ...(loanId && { loanId }) })}
      wording={(error) => (error === required ? "Say what is wrong" : error)}
      button="Send the complaint"
    >
      {(form) => (
        <>
          <p>
            Tell us what is wrong, in your own words. You get a number at once, and an answer within {complaintDays}{" "}
            days.
          </p>
          {loans.length > 0 && (
            <SelectField
              form={form}
              name="loanId"
              label="Which loan is it about?"
              hint="Leave it if it is about something else"
              optional
              options={loans.map(({ loanId, reference }) => [loanId, `Loan ${reference}`] as const)}
            />
          )}
          <AreaField form={form} name="words" label="What is wrong?" hint="No passwords or PINs, please" />
        </>
      )}
    </SchemaForm>
  );
}
