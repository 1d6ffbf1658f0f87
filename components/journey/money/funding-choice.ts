import { z } from "zod";
import { unavailability } from "@/components/journey/money-labels";
import { purposes } from "@/lib/funding/constants";
import type { FundingOptions } from "@/lib/funding/schema";
import { createFundingRequestBody } from "@/lib/funding/schema";
import { nairaText } from "@/lib/money";
import { notchOf, scaleOf } from "./slider-scale";

const { amountRequested, tenorDays } = createFundingRequestBody.shape;

/** What is asked for, within what can be had: the rest of the request is the service's to fill in. */
export function fundingChoice(options: FundingOptions) {
  const { minimum, maximum } = options;
  const amount = z
    .number("Type an amount, like 250,000")
    .min(minimum, `Must be at least ${nairaText(minimum)}`)
    .max(maximum, `Must be at most ${nairaText(maximum)}`);
  return z
    .object({
      amountRequested: amount.pipe(amountRequested),
      tenorDays,
      purpose: z.enum(purposes, "Choose what the money is for"),
    })
    .superRefine((choice, context) => {
      // Said of the amount already.
      if (choice.amountRequested > maximum) return;
      const option = options.options.find((one) => one.tenorDays === choice.tenorDays);
      const why = option && unavailability(option, options.amount, choice.amountRequested);
      if (why) context.addIssue({ code: "custom", path: ["tenorDays"], message: why });
    });
}

export type FundingChoice = z.output<ReturnType<typeof fundingChoice>>;

/** The amount that is proposed: half of what can be had, since nobody should borrow more than they need. */
export function proposedAmount({ minimum, maximum }: FundingOptions): number {
  const scale = scaleOf(minimum, maximum);
  return scale[notchOf(scale, maximum / 2)] ?? maximum;
}

/**
 * The time to pay back that is proposed: the shortest, and so the cheapest, in which the merchant's sales pay it back; when
 * they do in none, the longest there is.
 */
export function proposedTenor({ options }: FundingOptions): FundingChoice["tenorDays"] | undefined {
  const available = options.filter((option) => option.available);
  const inTime = available.find(({ forecast, dueDate }) => forecast?.likely != null && forecast.likely <= dueDate);
  return (inTime ?? available.at(-1))?.tenorDays;
}
