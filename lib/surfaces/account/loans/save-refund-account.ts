import { type SavedAccount, savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import type { BankAccount } from "@/lib/platform/providers/bank";
import { type Holding, holderOfLoan } from "./holding";

/** Sets where what is owed on a loan of an account's merchant is sent. Not inside a transaction: the bank is asked. */
export async function saveRefundAccount(holding: Holding, loanId: string, input: BankAccount): Promise<SavedAccount> {
  const { actor, now } = await holderOfLoan(holding, loanId);
  return savePayoutAccount({ actor, loanId, input, now });
}
