"use client";

import { ChangeForm } from "@/components/forms/change-form";
import { TextField } from "@/components/forms/fields";
import { type LimitsChangeTyped, type LimitsTyped, limitsTyped } from "@/lib/surfaces/console/parties/schema";

const labels: Record<keyof LimitsTyped, string> = {
  minimumPrincipal: "Least that it lends",
  maximumPrincipal: "Most that it lends one merchant",
  minimumDeduction: "Least deduction of a sale",
  facility: "Out at once, in all",
  perBorrower: "Out to one borrower",
  perMarketplace: "Out at one marketplace",
  perMonth: "Offered in one month",
  unremitted: "Deducted and not remitted, by one marketplace",
  tierA: "Out to tier A",
  tierB: "Out to tier B",
  tierC: "Out to tier C",
  tierD: "Out to tier D",
  workMail: "Mail address for work that waits",
};

const hints: Partial<Record<keyof LimitsTyped, string>> = {
  unremitted: "Empty: a tenth of what is out there, at least ₦1,000,000.",
  workMail: "Of the lender: about money that is late from a marketplace, and batches. Empty: nobody is written to.",
};

type Props = {
  lenderId: string;
  limits: LimitsTyped;
  change: (typed: LimitsChangeTyped & { lenderId: string }) => Promise<unknown>;
};

export default function LimitsForm({ lenderId, limits, change }: Props) {
  return (
    <ChangeForm
      schema={limitsTyped}
      values={limits}
      act={(typed) => change({ ...typed, lenderId, seen: limits })}
      said="Saved. The limits hold from the next decision on."
      button="Save"
    >
      {(form) => (
        <>
          <p className="text-sm">In naira. An empty limit is none. What is out or offered already stays.</p>
          {(Object.keys(labels) as (keyof LimitsTyped)[]).map((name) => (
            <TextField
              key={name}
              form={form}
              name={name}
              label={labels[name]}
              literal
              {...(hints[name] && { hint: hints[name] })}
            />
          ))}
        </>
      )}
    </ChangeForm>
  );
}
