"use client";

import { useId, useState } from "react";
import { useJourney } from "@/components/journey/context";
import { dateText } from "@/components/journey/format";
import { counted, percentText } from "@/components/journey/money-labels";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";

/** The terms of an offer, behind a button. */
export function Terms({ loan, onOpen }: { loan: JourneyLoan; onOpen: () => void }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  function toggle() {
    setOpen(!open);
    onOpen();
  }
  return (
    <div className="flex flex-col gap-3">
      <Button look="secondary" className="w-full" aria-expanded={open} aria-controls={id} onClick={toggle}>
        {open ? "Hide the terms" : "Read the terms"}
      </Button>
      <div id={id} hidden={!open}>
        <TermsText loan={loan} />
      </div>
    </div>
  );
}

function TermsText({ loan }: { loan: JourneyLoan }) {
  const { session } = useJourney();
  const { lender, terms, schedule, dueDate } = loan;
  const fee = terms.totalRepayment - terms.principalAmount;
  const market = session.marketplace.name;
  return (
    <ol className="flex list-decimal flex-col gap-2 pl-6 wrap-anywhere marker:text-stone-600 dark:marker:text-stone-400">
      <li>
        {lender.name} lends {session.merchant.businessName} {nairaText(terms.principalAmount)}, for this purpose:{" "}
        {loan.purpose}.
      </li>
      <li>
        The fee is {nairaText(fee)}: {percentText(terms.interestRate)} of the amount
        {terms.annualPercentageRate !== null && `, an APR of ${percentText(terms.annualPercentageRate)}`}. It is agreed
        once. It does not grow when you pay late, and it does not shrink when you pay early. There are no other charges.
      </li>
      <li>
        {market} takes {percentText(terms.deductionPercentage)} of each of your sales, and at least{" "}
        {nairaText(terms.minimumDeduction)} of it, until {nairaText(terms.totalRepayment)} is paid back. What is taken
        beyond that goes back to you.
      </li>
      <li>When a sale is cancelled or refunded, what was taken from it is taken back: then you owe that much again.</li>
      <li>
        The plan has {counted(schedule.length, "instalment", "instalments")}, the last due on {dateText(dueDate)}. The
        dates start anew from the day the money reaches you.
      </li>
      <li>
        What is not paid by its date is overdue. {lender.name} may collect it from your bank account by the mandate you
        give after accepting, and never more than you owe. If it stays unpaid for more than 90 days, {lender.name} can
        declare the loan in default; then you cannot borrow here until it is paid.
      </li>
    </ol>
  );
}
