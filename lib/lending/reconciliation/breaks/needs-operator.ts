import { type BreakType, operatorTypes } from "@/lib/terms/breaks";

/** Whether a marketplace may only answer this break, and an operator closes it (docs/repayments.md#resolution). */
export function needsOperator({ type, settlementId }: { type: BreakType; settlementId: string | null }): boolean {
  return operatorTypes.includes(type) || (type === "AMOUNT" && settlementId !== null);
}
