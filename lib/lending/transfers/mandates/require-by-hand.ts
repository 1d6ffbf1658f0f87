import { CodedError } from "@/lib/kernel/errors";
import { findActiveRail, type ShownRail } from "@/lib/parties/lenders/rails/queries";

/** The rail of a lender whose mandates are given on paper (docs/by-hand.md#mandates). */
export async function requireByHand(lenderId: string): Promise<ShownRail> {
  const rail = await findActiveRail(lenderId);
  if (rail?.kind !== "BY_HAND") {
    throw new CodedError("LOAN_STATE_CONFLICT", "Its lender does not pay by hand: its mandate is not given on paper.");
  }
  return rail;
}
