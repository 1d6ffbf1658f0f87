import { minus } from "@/lib/kernel/money";
import { groupedNaira, sentence } from "@/lib/sales/scoring/labels";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import type { Assessment } from "./assess";
import type { CapBound } from "./cap";
import { tierTerms } from "./constants";
import { capWith, type Improvement } from "./improvements";

const riskInWords: Record<RiskTier, string> = {
  A: "Low risk",
  B: "Moderate risk",
  C: "Medium risk",
  D: "Elevated risk",
  E: "High risk",
};

const boundInWords: Partial<Record<CapBound, string>> = {
  CONFIDENCE: ", limited by how complete the data is",
  REPAYMENT_CAPACITY: ", limited by repayment capacity",
  LIMIT: ", limited by the marketplace or the lender",
};

/** What the score means for lending, in one or two sentences. */
export function lendingImplication({ tier, forcedBy, cap }: Assessment): string {
  if (forcedBy === "behavioralRisk.hasFraudFlags") return `${riskInWords.E}: not lent to while fraud flags stand.`;
  if (forcedBy) return `${riskInWords.E}: not lent to while a critical policy violation stands.`;
  if (tier === "E") return `${riskInWords.E}: not lent to at this score.`;
  const share = `${riskInWords[tier]}: up to ${tierTerms[tier].eligiblePercentage}% of average monthly sales.`;
  if (cap.amount > 0) return `${share} The cap is ₦${groupedNaira(cap.amount)}${boundInWords[cap.boundBy] ?? ""}.`;
  if (cap.boundBy === "EXTERNAL_DEBT") return `${share} Debt elsewhere leaves nothing to lend.`;
  return `${share} That comes to less than can be lent.`;
}

/** The next steps, as text: the improvements, their combined effect, and missing data. */
export function recommendations(base: Assessment, improvements: readonly Improvement[]): string {
  const sentences = improvements.map(({ message }) => `${sentence(message)}.`);
  if (improvements.length > 1) {
    const together = minus(capWith(improvements, base), base.cap.amount);
    if (together > (improvements[0]?.capIncrease ?? 0)) {
      sentences.push(`Together these changes raise the cap by ${groupedNaira(together)}.`);
    }
  }
  if (base.forcedBy) {
    const what = base.forcedBy === "behavioralRisk.hasFraudFlags" ? "the fraud flags" : "the critical policy violation";
    sentences.push(`Resolve ${what} with the marketplace first.`);
  }
  const groups = [...new Set(base.missing.map(({ path }) => path.group))];
  if (groups.length > 0) sentences.push(`Send what is missing in ${groups.join(", ")} to raise the confidence.`);
  if (!base.history) sentences.push("Send monthlySalesHistory, so that the cap follows repayment capacity.");
  else if (base.history.stale) sentences.push("Send a monthlySalesHistory that ends with the last full month.");
  return sentences.length > 0 ? sentences.join(" ") : "Keep it up: nothing within reach would raise the cap.";
}
