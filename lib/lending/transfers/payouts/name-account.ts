import type { z } from "zod";
import { transaction } from "@/db/client";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { bankNameOf } from "@/lib/terms/bank-names";
import type { accountToName, Holder } from "./name-account-schema";
import { findPayoutAccount, isBeingChecked, openAccount } from "./payout-account";
import { recordHolder } from "./record-holder";
import { refundOf } from "./refund-overpayment";

/** What online banking shows for an account that nobody could be asked about, in the transaction of two operators. */
export async function nameAccount(call: LoanCall & { input: Holder & { reason: string } }): Promise<void> {
  const { actor, loanId, input, now } = call;
  refuseMarketplace(actor);
  const named = input.holder === "NAMED";
  if (named && !input.accountName) throw invalidField("accountName", "Is needed where it is named");
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const accountName = named && input.accountName ? input.accountName : null;
    await recordHolder({ actor, loan, account: await requireUnnamed(loan), accountName, now });
  });
}

/** For whoever is to look it up: its number, shown to operators alone and each time audited. */
export async function showAccountToName({ actor, loanId, now }: LoanCall): Promise<z.output<typeof accountToName>> {
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const { bankCode, accountNumber } = openAccount(await requireUnnamed(loan));
    const knownNames = [...new Set(await merchantNames(reachOf(actor), loan.merchantId))];
    await recordAudit({ actor, action: "loan.account-show", subjectId: loanId, now });
    return { bankCode, bankName: bankNameOf(bankCode), accountNumber, knownNames };
  });
}

/** For whoever decides about its name: which account it is, and the names that count as the merchant's own. */
export async function unnamedAccount(loan: LoanRecord): Promise<Record<string, string>> {
  const account = await findUnnamed(loan);
  if (!account) return { account: "none" };
  const names = await merchantNames(reachOfRow(loan), loan.merchantId);
  return {
    account: `${account.id}, ${bankNameOf(account.bankCode)} …${account.lastFour}`,
    knownNames: [...new Set(names)].join(", "),
  };
}

async function requireUnnamed(loan: LoanRecord) {
  const account = await findUnnamed(loan);
  if (!account) throw new CodedError("LOAN_STATE_CONFLICT", "No account of this loan waits for its holder's name.");
  return account;
}

/** Whose money has yet to go to its account. */
const moneyToCome = ["ACCEPTED", "PAYOUT_HELD", "DISBURSING"] as const;

/**
 * The loan's own, while its money has yet to go there; else the one that its refund would go to. Of a loan that waits for
 * neither it is none, nor one of another loan of the merchant's.
 */
export async function findUnnamed(loan: LoanRecord) {
  const reach = reachOfRow(loan);
  const waits = moneyToCome.some((state) => state === loan.status);
  const own = waits && loan.payoutAccountId ? await findPayoutAccount(reach, loan.payoutAccountId) : undefined;
  if (own && isBeingChecked(own)) return own;
  const { amount, account } = await refundOf(loan);
  const other = amount > 0 && account ? await findPayoutAccount(reach, account.id) : undefined;
  return other && isBeingChecked(other) ? other : undefined;
}
