import { z } from "zod";
import { unavailability } from "@/components/journey/money-labels";
import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import { createFundingRequestBody } from "@/lib/lending/funding/schema";
import { purposes } from "@/lib/terms/funding/constants";
import { notchOf, scaleOf } from "./slider-scale";

const { amountRequested, tenorDays } = createFundingRequestBody.shape;

export function fundingChoice(options: FundingOptions) {
  const { minimum, maximum } = options;
  const amount = z
    .number("Type an amount, like 250,000 or 250,000.50")
    .min(minimum, `Must be at least ${nairaText(minimum)}`)
    .max(maximum, `Must be at most ${nairaText(maximum)}`);
  return z
    .object({
      amountRequested: amount.pipe(amountRequested),
      tenorDays,
      purpose: z.enum(purposes, "Choose what the money is for"),
    })
    .superRefine((choice, context) => {
      // The amount has this error already.
      if (choice.amountRequested > maximum) return;
      const option = options.options.find((one) => one.tenorDays === choice.tenorDays);
      const why = option && unavailability(option, options.amount, choice.amountRequested);
      if (why) context.addIssue({ code: "custom", path: ["tenorDays"], message: why });
    });
}

export type FundingChoice = z.output<ReturnType<typeof fundingChoice>>;

/** Whether an amount is within the limits: figures of any other would be of something that cannot be had. */
export function isPossible({ minimum, maximum }: Pick<FundingOptions, "minimum" | "maximum">, amount: number): boolean {
  return amount >= minimum && amount <= maximum;
}

/** The amount proposed: half of the maximum, since nobody should borrow more than they need. */
export function proposedAmount({ minimum, maximum }: FundingOptions): number {
  const scale = scaleOf(minimum, maximum);
  return scale[notchOf(scale, maximum / 2)] ?? maximum;
}

/** The tenor proposed: the recommended one; where none is, the longest. */
export function proposedTenor({ recommendedTenor, options }: FundingOptions): FundingChoice["tenorDays"] | undefined {
  return recommendedTenor ?? options.findLast(({ available }) => available)?.tenorDays;
}
