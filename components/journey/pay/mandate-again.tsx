"use client";

import { useState } from "react";
import { useJourney } from "@/components/journey/context";
import { AtBank, BankLink, Confirming } from "@/components/journey/money/bank-link";
import { PaperMandate } from "@/components/journey/money/paper-mandate";
import { NotRead } from "@/components/journey/money/reading-states";
import { useMandateLink } from "@/components/journey/money/use-mandate-link";
import { accountText } from "@/components/loan/loan-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/touch-card";
import type { JourneyLoan } from "@/lib/surfaces/journey/schema";

/** Without a mandate nothing can be paid from the account: the way to give one again. */
export function MandateAgain({ loan }: { loan: JourneyLoan }) {
  const [wanted, setWanted] = useState(false);
  // A mandate may also have ended with the loan.
  const why = loan.status === "WRITTEN_OFF" ? "has ended" : "was stopped at your bank";
  const account = loan.payoutAccount ? `your account at ${accountText(loan.payoutAccount)}` : "your account";
  return (
    <Card title="Pay from your account">
      <p>
        The mandate on {account} {why}, so nothing can be paid from there.{" "}
        {loan.deduction.maxNext > 0 && "Your sales go on paying the loan back. "}To pay from the account, agree again at
        your bank.
      </p>
      {wanted ? (
        <AgreeAgain loan={loan} />
      ) : (
        <div>
          <Button look="secondary" onClick={() => setWanted(true)}>
            Agree again
          </Button>
        </div>
      )}
    </Card>
  );
}

function AgreeAgain({ loan }: { loan: JourneyLoan }) {
  const { refresh } = useJourney();
  const { answer, declined, opened, open, again } = useMandateLink(loan);
  const follow = () => {
    open();
    // The session that knows of the mandate is read again every few seconds.
    void refresh();
  };
  if (answer && "refused" in answer) return <NotRead refused={answer.refused} again={again} />;
  if (!answer) return <Button busy>Agree at your bank</Button>;
  if (answer.body.status === "ACTIVE") return <p>Your bank has agreed.</p>;
  if (loan.mandateAgreedAt !== null) return <Confirming lastFour={loan.payoutAccount?.lastFour} />;
  if (answer.body.onPaper) return <PaperMandate loan={loan} />;
  if (answer.body.url === null) return <p>No bank is connected at the moment. Come back later.</p>;
  return (
    <>
      <p role="status">{declined ? "You declined at your bank. Nothing has changed." : ""}</p>
      <BankLink url={answer.body.url} label="Agree at your bank" takesFocus onFollow={follow} />
      {opened && <AtBank />}
    </>
  );
}
