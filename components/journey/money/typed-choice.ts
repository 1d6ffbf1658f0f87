import { createFundingRequestBody } from "@/lib/lending/funding/schema";
import { purposes } from "@/lib/terms/funding/constants";
import { amountOf } from "./amount-text";
import type { FundingChoice } from "./funding-choice";

const { tenorDays } = createFundingRequestBody.shape;

type Typed = Readonly<Record<string, string>>;
type Limits = { minimum: number; maximum: number };

/** What of a choice was typed before, as far as it can be read and had. */
export function typedChoice(typed: Typed | null, { minimum, maximum }: Limits): Partial<FundingChoice> {
  const amount = amountOf(typed?.amountRequested ?? "");
  const tenor = tenorDays.safeParse(Number(typed?.tenorDays));
  const purpose = purposes.find((one) => one === typed?.purpose);
  return {
    ...(amount >= minimum && amount <= maximum ? { amountRequested: amount } : {}),
    ...(tenor.success ? { tenorDays: tenor.data } : {}),
    ...(purpose ? { purpose } : {}),
  };
}

/** What of a choice to keep as typed: a tenor that was only proposed is not, since another amount has another. */
export function keptChoice({ tenorDays: tenor, ...others }: Typed, tenorChosen: boolean): Typed {
  return tenorChosen && tenor !== undefined ? { ...others, tenorDays: tenor } : others;
}
