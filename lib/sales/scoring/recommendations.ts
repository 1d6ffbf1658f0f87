import { minus } from "@/lib/kernel/money";
import { tierTerms } from "@/lib/terms/scoring/constants";
import type { Improvement } from "@/lib/terms/scoring/result";
import type { Assessment } from "./assess";
import type { CapBound } from "./cap";
import { capWith } from "./improvements";
import { groupedNaira, labelOf, riskInWords, sentence } from "./labels";
import { bindingCeilings } from "./reasons";
import { rulesNow } from "./rules";
import type { Subject } from "./subject";

const boundInWords: Partial<Record<CapBound, string>> = {
  CONFIDENCE: ", limited by how complete the data is",
  LIMIT: ", limited by the marketplace or the lender",
};

export function lendingImplication({ tier, forcedBy, cap }: Assessment): string {
  if (forcedBy === "behavioralRisk.hasFraudFlags") return `${riskInWords.E}: not lent to while fraud flags stand.`;
  if (forcedBy) return `${riskInWords.E}: not lent to while a critical policy violation stands.`;
  if (tier === "E") return `${riskInWords.E}: not lent to at this score.`;
  const share = `${riskInWords[tier]}: up to ${tierTerms[tier].eligiblePercentage}% of assumed monthly sales.`;
  if (cap.amount > 0) return `${share} The cap is ₦${groupedNaira(cap.amount)}${boundInWords[cap.boundBy] ?? ""}.`;
  if (cap.boundBy === "STALE_DATA") return `${share} Nothing is lent on a sales history that ended months ago.`;
  if (cap.boundBy === "INTERMITTENT_SALES") return `${share} Nothing is lent after months in a row without sales.`;
  if (cap.boundBy === "EXTERNAL_DEBT") return `${share} Debt elsewhere leaves nothing to lend.`;
  return `${share} That comes to less than can be lent.`;
}

export function recommendations(subject: Subject, base: Assessment, improvements: readonly Improvement[]): string {
  const sentences = improvements.map(({ message }) => `${sentence(message)}.`);
  if (improvements.length > 1) {
    const together = minus(capWith(improvements, subject, base), base.cap.amount);
    if (together > (improvements[0]?.capIncrease ?? 0)) {
      sentences.push(`Together these changes raise the cap by ${groupedNaira(together)}.`);
    }
  }
  if (base.forcedBy) {
    const what = base.forcedBy === "behavioralRisk.hasFraudFlags" ? "the fraud flags" : "the critical policy violation";
    sentences.push(`Resolve ${what} with the marketplace first.`);
  }
  for (const { field, missing, highest } of bindingCeilings(base)) {
    if (missing) sentences.push(`Share the ${labelOf(field)}: without it tier ${highest} is the best there is.`);
  }
  const groups = [...new Set(base.missing.map(({ path }) => path.group))];
  if (groups.length > 0) sentences.push(`Send what is missing in ${groups.join(", ")} to raise the confidence.`);
  const { words } = (subject.rules ?? rulesNow).shareWithoutHistory;
  if (!base.history) sentences.push(`Send monthlySalesHistory: without it only ${words} of the reported sales count.`);
  else if (base.history.stale) sentences.push("Send a monthlySalesHistory that ends with the last full month.");
  return sentences.length > 0 ? sentences.join(" ") : "Keep it up: nothing within reach would raise the cap.";
}
