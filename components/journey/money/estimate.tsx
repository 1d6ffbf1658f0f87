"use client";

import { useJourney } from "@/components/journey/context";
import { type Availability, estimateText } from "@/components/loan/availability";
import { percentText, tenorText } from "@/components/loan/loan-text";
import { cardLook } from "@/components/ui/touch-card";
import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import { Working } from "./working";

/** What a merchant could ask for, as far as its sales say so before its application does. */
export function Estimate({ availability, options }: { availability: Availability; options: FundingOptions }) {
  const { name } = useJourney().session.marketplace;
  return (
    <section aria-label="What you can ask for" className={cardLook}>
      <div role="status" className="flex flex-col gap-2">
        {availability.state === "some" && <Some options={options} marketplace={name} />}
        {availability.state === "waiting" && (
          <Working>
            <p className="font-medium">We are working out how much you can ask for.</p>
            <p>That takes a few minutes. The amount appears here by itself, and you can go on meanwhile.</p>
          </Working>
        )}
        {availability.state === "unknown" && (
          <p>
            We cannot say yet how much you can ask for: {name} has not sent us your sales figures. Once it has, the
            amount appears here. You can go on meanwhile.
          </p>
        )}
        {availability.state === "none" && (
          <p>
            There is nothing to borrow at the moment. {availability.why} {availability.remedy}
          </p>
        )}
      </div>
    </section>
  );
}

function Some({ options, marketplace }: { options: FundingOptions; marketplace: string }) {
  // Its figures are of the most that can be asked for.
  const price = options.options.find(({ recommended }) => recommended);
  return (
    <>
      <p className="flex flex-col">
        <span>You can ask for up to</span>
        <span className="wrap-anywhere text-3xl font-semibold tracking-tight tabular-nums">
          {nairaText(options.maximum)}
        </span>
      </p>
      {price && (
        <p className="tabular-nums">
          For all of it, over {tenorText(price.tenorDays)}, the fee would be {nairaText(price.fee)}
          {price.annualPercentageRate !== null && <> (APR {percentText(price.annualPercentageRate)})</>}. You would pay
          back {nairaText(price.totalRepayment)}, taken as {percentText(price.deductionPercentage)} of each sale.
        </p>
      )}
      <p className="text-sm text-stone-700 dark:text-stone-300">{estimateText(marketplace)}</p>
    </>
  );
}
