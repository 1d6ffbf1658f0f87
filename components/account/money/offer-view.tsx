import { ForecastRange } from "@/components/loan/forecast-range";
import { timeLeft } from "@/components/loan/loan-text";
import { Section } from "@/components/loan/section";
import { linkLook } from "@/components/ui/button";
import { momentText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card } from "@/components/ui/touch-card";
import type { HeldKeyFacts, HeldLoanAnswer } from "@/lib/surfaces/account/loans/schema";
import { WayToMarketplace } from "./way-to-marketplace";

type Props = { held: HeldLoanAnswer; facts: HeldKeyFacts; site: string | null };

export function OfferView({ held, facts, site }: Props) {
  const { loan, asOf, marketplace } = held;
  const { offerExpiresAt, dueDate, forecast, stage, lender } = loan;
  const open = stage === "offer";
  const over = open && asOf >= offerExpiresAt;
  // What it costs and how it is paid back come first; when that would be over follows at once.
  const [first, others] = [facts.keyFacts.slice(0, 2), facts.keyFacts.slice(2)];
  return (
    <>
      <Notice look={over ? "warning" : "plain"} title={over ? "This offer has expired" : nextFor(loan)}>
        {open && !over && (
          <p className="tabular-nums">
            {lender.name} makes you this offer. You agree to nothing until you accept it. It is open until{" "}
            {momentText(offerExpiresAt)} <span className="whitespace-nowrap">({timeLeft(asOf, offerExpiresAt)})</span>.
          </p>
        )}
        {over ? (
          <p>You owe nothing and can ask again.</p>
        ) : (
          <div className="pt-2">
            <WayToMarketplace name={marketplace.name} site={site} label={open ? "Answer" : "Continue"} />
          </div>
        )}
      </Notice>
      {first.map((section) => (
        <Section key={section.title} section={section} />
      ))}
      <Card title="When your sales pay it back">
        <ForecastRange
          today={asOf.slice(0, 10)}
          dueDate={dueDate}
          range={forecast}
          advice="You can also decline, or ask for more time or a smaller amount."
        />
      </Card>
      {others.map((section) => (
        <Section key={section.title} section={section} />
      ))}
      <details>
        <summary className={`flex min-h-12 cursor-pointer items-center ${linkLook}`}>Read the terms</summary>
        <div className="flex flex-col gap-6 pt-2">
          {facts.terms.map((section) => (
            <Section key={section.title} section={section} />
          ))}
        </div>
      </details>
    </>
  );
}

function nextFor({ stage, paperMandate }: HeldLoanAnswer["loan"]): string {
  if (!paperMandate) return next[stage];
  return paperMandate.signedForm ? "Your lender has your signed form" : "You accepted. Next, you sign the form";
}

const next: Record<HeldLoanAnswer["loan"]["stage"], string> = {
  offer: "This offer is waiting for your answer",
  "payout-account": "You accepted. Next, say where the money should go",
  mandate: "You accepted. Next, your bank has to agree",
  "paying-out": "The money is on its way",
  running: "The money has been paid out",
  ended: "This offer has ended",
};
