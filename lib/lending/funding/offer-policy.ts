import { type Kobo, plus } from "@/lib/kernel/money";
import { salesDuring } from "@/lib/parties/lenders/assumed-sales";
import { neededDeduction } from "@/lib/parties/lenders/deduction-percentage";
import { installmentDays } from "@/lib/terms/loans/schedule";
import { aboveCaps, type Cause, deductionRoom, type MerchantFacts, obstacle, salesOf } from "./policy";

export type OfferedTerms = {
  principal: Kobo;
  interest: Kobo;
  tenorDays: number;
  deductionBasisPoints: number;
  /** The most that the lender's product allowed; null where that is not known. */
  highestDeductionBasisPoints: number | null;
};

/** docs/lending.md#deciding-again. Its terms stay, whatever lenders ask by now. The facts leave the offer out. */
export function objectionToOffer(facts: MerchantFacts, offer: OfferedTerms): Cause | null {
  const reason = obstacle(facts) ?? aboveCaps(facts, offer.principal, "exact");
  if (reason) return reason;
  return isWithinCapacity(facts, offer) && isPaidOnTime(facts, offer) ? null : "ABOVE_REPAYMENT_CAPACITY";
}

/** Whether the highest percentage that the lender allowed would repay it as soon as a new loan has to be repaid. */
function isWithinCapacity(facts: MerchantFacts, offer: OfferedTerms): boolean {
  const highest = offer.highestDeductionBasisPoints ?? offer.deductionBasisPoints;
  return neededDeduction(totalOf(offer), offer.tenorDays, salesOf(facts)) <= Math.min(highest, deductionRoom(facts));
}

/** Whether the agreed percentage pays each instalment by its day, if sales flow evenly. */
function isPaidOnTime(facts: MerchantFacts, offer: OfferedTerms): boolean {
  const { deductionBasisPoints, tenorDays } = offer;
  if (deductionBasisPoints > deductionRoom(facts)) return false;
  // Instalments are equal and none follows sooner than the first: who pays that one on time pays all of them.
  const [first = tenorDays, ...others] = installmentDays(tenorDays);
  const days = first * (1 + others.length);
  // percentage × sales / 30 × days ≥ total
  const brought = BigInt(deductionBasisPoints) * BigInt(salesDuring(tenorDays, salesOf(facts))) * BigInt(days);
  return brought >= 300_000n * BigInt(totalOf(offer));
}

function totalOf({ principal, interest }: OfferedTerms) {
  return plus(principal, interest);
}
