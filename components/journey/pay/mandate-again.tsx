"use client";

import { AtBank, BankLink } from "@/components/journey/money/bank-link";
import { NotRead } from "@/components/journey/money/reading-states";
import { useMandateLink } from "@/components/journey/money/use-mandate-link";
import { accountText } from "@/components/journey/money-labels";
import { Card } from "@/components/journey/step-frame";
import { Button } from "@/components/ui/button";
import type { JourneyLoan } from "@/lib/embed/schema";

/** Without a mandate nothing can be paid from the account: the way to give one again. */
export function MandateAgain({ loan }: { loan: JourneyLoan }) {
  const { answer, declined, opened, open, again } = useMandateLink(loan);
  const account = loan.payoutAccount ? `your account at ${accountText(loan.payoutAccount)}` : "your account";
  const url = answer && "body" in answer ? answer.body.url : null;
  return (
    <Card title="Pay from your account">
      <p>
        The mandate on {account} was stopped at your bank, so nothing can be paid from there. Your sales go on paying
        the loan back. To pay from the account, agree again at your bank.
      </p>
      {answer && "refused" in answer && <NotRead refused={answer.refused} again={again} />}
      {answer && "body" in answer && url === null && <p>No bank is connected at the moment. Come back later.</p>}
      {declined && <p role="status">You declined at your bank. Nothing has changed.</p>}
      <div>
        {url !== null && <BankLink url={url} label="Agree at your bank" onFollow={open} />}
        {answer === null && <Button busy>Agree at your bank</Button>}
      </div>
      {opened && <AtBank />}
    </Card>
  );
}
