import Link from "next/link";
import { percentText, stateText, tenorText, timeLeft } from "@/components/loan/loan-text";
import { buttonLook } from "@/components/ui/button";
import { dateText, momentText } from "@/components/ui/date-text";
import { Card, Facts } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { HeldLoan } from "@/lib/surfaces/account/loans/schema";
import { ShopName } from "./shop-name";
import { WayToMarketplace } from "./way-to-marketplace";

export type Offered = HeldLoan & { site: string | null };

export function OfferList({ offers }: { offers: readonly Offered[] }) {
  return (
    <div className="flex flex-col gap-4">
      {offers.map((offer) => (
        <Offer key={offer.loan.loanId} offer={offer} />
      ))}
    </div>
  );
}

function Offer({ offer }: { offer: Offered }) {
  const { stage, loan, marketplace, site, asOf } = offer;
  const { terms, deduction, forecast, lender, offerExpiresAt } = loan;
  const { annualPercentageRate: estimated } = terms;
  return (
    <Card title={stateText({ stage, status: loan.status })} aside={<span className="text-sm">{loan.reference}</span>}>
      <p className="text-sm text-stone-700 dark:text-stone-300">
        <ShopName shop={offer} />
      </p>
      <p className="flex flex-col">
        <span className="text-stone-700 dark:text-stone-300">You get</span>
        <span className="wrap-anywhere text-3xl font-semibold tracking-tight tabular-nums">
          {nairaText(terms.principalAmount)}
        </span>
      </p>
      <Facts
        rows={[
          ["Fee", nairaText(terms.totalRepayment - terms.principalAmount)],
          ["You pay back", nairaText(terms.totalRepayment)],
          ["Estimated APR", estimated === null ? null : percentText(estimated)],
          ["From each sale", percentText(deduction.percentage)],
          ["Time to pay back", tenorText(terms.tenorDays)],
          ["Most likely paid back by", forecast?.likely ? dateText(forecast.likely) : null],
          ["Lender", lender.name],
        ]}
      />
      {stage === "offer" && (
        <p className="font-medium tabular-nums">
          Open until {momentText(offerExpiresAt)}{" "}
          <span className="font-normal whitespace-nowrap">({timeLeft(asOf, offerExpiresAt)})</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <WayToMarketplace name={marketplace.name} site={site} label={stage === "offer" ? "Answer" : "Continue"} />
        <Link href={`/account/loans/${loan.loanId}`} prefetch={false} className={buttonLook("secondary")}>
          See the whole offer
        </Link>
      </div>
    </Card>
  );
}
