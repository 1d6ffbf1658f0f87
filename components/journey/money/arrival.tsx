"use client";

import { useState } from "react";
import type { JourneyLoan } from "@/lib/embed/schema";
import { nairaText } from "@/lib/money";
import { Notice } from "./notice";

/** Says that the money has arrived to somebody who has been waiting for it here. */
export function Arrival({ loan }: { loan: JourneyLoan }) {
  const { stage, terms, payoutAccount } = loan;
  const [waited, setWaited] = useState(stage === "paying-out");
  if (stage === "paying-out" && !waited) setWaited(true);
  const arrived = waited && stage === "running";
  return (
    // There from the start, so that screen readers hear of it, and without a gap of its own until then.
    <div role="status" className={arrived ? "" : "-mt-6"}>
      {arrived && (
        <Notice look="good" title="Your money has arrived">
          <p>
            {nairaText(terms.principalAmount)} is in your account
            {payoutAccount && ` at ${payoutAccount.bankName}, ending in ${payoutAccount.lastFour}`}.
          </p>
        </Notice>
      )}
    </div>
  );
}
