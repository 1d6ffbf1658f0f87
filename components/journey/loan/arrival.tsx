"use client";

import { useState } from "react";
import { accountText } from "@/components/loan/loan-text";
import { Notice } from "@/components/ui/notice";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

export function Arrival({ loan }: { loan: JourneyLoan }) {
  const { stage, terms, payoutAccount } = loan;
  const [waited, setWaited] = useState(stage === "paying-out");
  if (stage === "paying-out" && !waited) setWaited(true);
  const arrived = waited && stage === "running";
  return (
    // Always there, so that screen readers announce the change; the margin hides its gap until then.
    <div role="status" className={arrived ? "" : "-mt-6"}>
      {arrived && (
        <Notice look="good" title="Your money has arrived">
          <p>
            {nairaText(terms.principalAmount)} is in your account
            {payoutAccount && ` at ${accountText(payoutAccount)}`}.
          </p>
        </Notice>
      )}
    </div>
  );
}
