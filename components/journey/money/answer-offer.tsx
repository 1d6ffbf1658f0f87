"use client";

import { useEffect, useId, useRef, useState } from "react";
import { reveal } from "@/components/forms/reveal";
import { useWork } from "@/components/forms/use-work";
import { ConfirmBox } from "@/components/journey/confirm-box";
import { useJourney } from "@/components/journey/context";
import { stepOf } from "@/components/journey/money-labels";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";
import type { KeyFactsAnswer } from "@/lib/terms/agreements";
import { Terms } from "./terms";

/** The merchant's answer to an offer; it can be accepted once the terms have been opened. */
export function AnswerOffer({ loan, terms }: { loan: JourneyLoan; terms: KeyFactsAnswer["terms"] }) {
  const { call, refresh, go } = useJourney();
  const { busy, failure, run } = useWork();
  const [read, setRead] = useState(false);
  const [asking, setAsking] = useState<"never" | "now" | "kept">("never");
  const declineButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const declining = asking === "now";

  useEffect(() => {
    if (asking === "kept" && declineButton.current) reveal(declineButton.current);
  }, [asking]);

  const send = (what: "accept" | "decline", body?: object) =>
    run(async () => {
      const answer = await call<JourneyLoan>("POST", `loans/${loan.loanId}/${what}`, body);
      if ("refused" in answer) return answer;
      await refresh();
      go(stepOf(answer.body.stage), loan.loanId);
    });

  return (
    <Card title="Your answer">
      <Terms terms={terms} onRead={() => setRead(true)} />
      <p id={`${id}-hint`} className="text-sm text-stone-700 dark:text-stone-300">
        {read
          ? "By accepting you agree to these terms. Next, you say where the money should go."
          : "Open the terms first: then you can accept."}
      </p>
      <p role="status" className="sr-only">
        {read ? "The terms are open. You can accept now." : ""}
      </p>
      <Alert message={failure} />
      <div hidden={declining} className="grid gap-3 sm:grid-cols-2">
        <Button
          busy={busy && !declining}
          disabled={!read}
          aria-describedby={`${id}-hint`}
          className="disabled:cursor-not-allowed disabled:opacity-50"
          onClick={() => send("accept", { termsRead: true })}
        >
          Accept {nairaText(loan.terms.principalAmount)}
        </Button>
        <Button ref={declineButton} look="secondary" onClick={() => !busy && setAsking("now")}>
          Decline
        </Button>
      </div>
      {declining && (
        <ConfirmBox
          title="Decline this offer?"
          text="The offer ends for good and nothing is paid out. It costs you nothing, and you can ask for funding again whenever you like."
          no="Keep the offer"
          yes="Yes, decline"
          yesLook="secondary"
          busy={busy}
          onNo={() => setAsking("kept")}
          onYes={() => send("decline")}
        />
      )}
    </Card>
  );
}
