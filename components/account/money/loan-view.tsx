import { LineChart } from "@/components/charts/line-chart";
import { Lateness, RefundTakenBack } from "@/components/loan/arrears";
import { CollectionCard } from "@/components/loan/collection-card";
import { dueDateOf } from "@/components/loan/due-text";
import { EndedOffer } from "@/components/loan/ended-offer";
import { ForecastRange } from "@/components/loan/forecast-range";
import { LoanFactsCard, NextInstalmentCard, RepaidLoanCard, WrittenOffLoanCard } from "@/components/loan/loan-cards";
import { accountText } from "@/components/loan/loan-text";
import { RepaymentBar } from "@/components/loan/repayment-bar";
import { dateText } from "@/components/ui/date-text";
import { Notice } from "@/components/ui/notice";
import { Card } from "@/components/ui/touch-card";
import { type Kobo, nairaText } from "@/lib/kernel/money";
import type { HeldLoanAnswer } from "@/lib/surfaces/account/loans/schema";
import { type GiveAccount, OwedCard } from "./owed-card";
import { WayToMarketplace } from "./way-to-marketplace";

type Pace = readonly { date: string; planned: Kobo; paid: Kobo | null }[];

type Props = { held: HeldLoanAnswer; site: string | null; pace: Pace; give: GiveAccount };

export function LoanView({ held, site, pace, give }: Props) {
  const { loan, marketplace } = held;
  if (loan.stage === "paying-out") return <PayingOut held={held} />;
  if (loan.stage === "running") return <Running {...{ held, site, pace, give }} />;
  if (loan.status === "CANCELLED") {
    return (
      <>
        <OwedCard loan={loan} give={give} />
        <EndedOffer loan={loan} />
        <WayToMarketplace name={marketplace.name} site={site} label="Ask again" look="secondary" />
      </>
    );
  }
  return (
    <>
      {loan.status === "WRITTEN_OFF" ? (
        <WrittenOffLoanCard loan={loan} marketplace={marketplace.name} payAt={`on ${marketplace.name}`} />
      ) : (
        <RepaidLoanCard loan={loan} />
      )}
      {loan.writtenOff > 0 && <PayCard held={held} site={site} />}
      <OwedCard loan={loan} give={give} />
      <RefundTakenBack loan={loan} />
      <PaceCard pace={pace} />
    </>
  );
}

function PayingOut({ held: { loan } }: { held: HeldLoanAnswer }) {
  const { payoutAccount, payoutHeld, payoutDelayed, terms } = loan;
  const account = payoutAccount ? ` at ${accountText(payoutAccount)}` : "";
  if (payoutHeld && payoutAccount?.nameMatches) {
    return (
      <Notice look="plain" title="We are looking at your payout">
        <p>
          {nairaText(terms.principalAmount)} could not be sent, and not because of your account. Somebody looks at it
          before it is sent again. You owe nothing until the money has arrived.
        </p>
      </Notice>
    );
  }
  if (payoutDelayed) {
    return (
      <Notice look="plain" title="The money waits to be sent">
        <p>
          There is nothing for you to do: {nairaText(terms.principalAmount)} is sent to your account{account} by itself
          once {loan.lender.name} has seen to it. You owe nothing until it has arrived.
        </p>
      </Notice>
    );
  }
  return (
    <Notice look="plain" title={payoutHeld ? "The account is being checked" : "The money is on its way"}>
      <p>
        {payoutHeld
          ? `We are checking that the account${account} is yours before we send ${nairaText(terms.principalAmount)}. You owe nothing until the money has arrived.`
          : `${nairaText(terms.principalAmount)} is being sent to your account${account}. This usually takes minutes.`}
      </p>
    </Notice>
  );
}

function Running({ held, site, pace, give }: Props) {
  const { loan, asOf, marketplace } = held;
  const { dueDate, forecast, pause, proposal } = loan;
  const today = asOf.slice(0, 10);
  const due = dueDateOf(dueDate, today, pause?.since ?? null);
  return (
    <>
      <Lateness loan={loan} marketplace={marketplace.name} payAt={`on ${marketplace.name}`} />
      <OwedCard loan={loan} give={give} />
      <RefundTakenBack loan={loan} />
      {proposal && (
        <Notice look="warning" title="New terms are waiting for your answer">
          <p className="wrap-anywhere">
            {loan.lender.name} asks to take more of each sale. Nothing changes unless you agree. Their reason:{" "}
            {proposal.reason}
          </p>
          <div className="pt-2">
            <WayToMarketplace name={marketplace.name} site={site} label="Answer" />
          </div>
        </Notice>
      )}
      <Card title="Paid back so far">
        <RepaymentBar loan={loan} />
      </Card>
      <NextInstalmentCard loan={loan} today={today} marketplace={marketplace.name} />
      <PayCard held={held} site={site} />
      <CollectionCard loan={loan} marketplace={marketplace.name} />
      <PaceCard pace={pace} />
      <Card title="When your sales pay it back">
        <ForecastRange today={today} dueDate={dueDate} due={due} paused={pause !== null} range={forecast} />
      </Card>
      <LoanFactsCard loan={loan} today={today} />
    </>
  );
}

/** Paying is done in the journey. */
function PayCard({ held: { loan, marketplace }, site }: Pick<Props, "held" | "site">) {
  return (
    <Card title="Pay from your account">
      <p>
        {loan.mandate === "ACTIVE"
          ? "You can pay some or all of it at any time, at no extra cost."
          : "Your mandate has ended. To pay from your account, set up a new one."}
      </p>
      <WayToMarketplace name={marketplace.name} site={site} label="Pay" look="secondary" />
    </Card>
  );
}

function PaceCard({ pace }: { pace: Pace }) {
  if (pace.length < 2) return null;
  return (
    <Card>
      <LineChart
        title="Paid back over time"
        format="money"
        series={[
          { key: "paid", label: "Paid back" },
          { key: "planned", label: "The plan", tone: "quiet" },
        ]}
        points={pace.map(({ date, planned, paid }) => ({ label: dateText(date, "short"), values: { planned, paid } }))}
      />
    </Card>
  );
}
