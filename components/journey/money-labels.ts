import { nairaText } from "@/lib/kernel/money";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import type { JourneyStep } from "@/lib/surfaces/journey/protocol";
import type { LoanStage } from "@/lib/surfaces/journey/schema";
import { failureTexts } from "@/lib/terms/funding/failure-texts";

export type FundingOption = FundingOptions["options"][number];

/** Why a tenor is not available for an amount, or null; the option's figures are of the amount `figuresOf`. */
export function unavailability(option: FundingOption, figuresOf: number, amount: number): string | null {
  const { available, maximum, reason, excess } = option;
  if (available ? amount <= maximum : figuresOf !== amount && amount <= maximum) return null;
  if (maximum > 0 && amount > maximum) {
    const most = `Ask for ${nairaText(maximum)} or less.`;
    const known = excess !== null && figuresOf === amount;
    return known ? `${nairaText(excess)} more than your sales carry in this time. ${most}` : `Too much. ${most}`;
  }
  return failureTexts[reason ?? "NO_LENDER_AVAILABLE"].why;
}

export function stepOf(stage: LoanStage): JourneyStep {
  return stage === "offer" || stage === "payout-account" || stage === "mandate" ? stage : "done";
}
