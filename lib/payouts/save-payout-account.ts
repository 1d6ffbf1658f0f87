import { db, transaction } from "@/db/client";
import { payoutAccounts } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { type LoanRecord, lockLoan } from "@/lib/loans/load-loans";
import { requireConnected } from "@/lib/loans/require-connected";
import { saveLoan } from "@/lib/loans/save-loan";
import { refuseMarketplace, requireState } from "@/lib/loans/transitions";
import { merchantNames } from "@/lib/merchants/merchant-names";
import { type BankAccount, bankProvider } from "@/lib/providers/bank";
import { reachOf, reachOfRow } from "@/lib/reach";
import { nameMatches } from "./account-name";
import { findPayoutAccount, openAccount, sealAccountNumber } from "./payout-account";

/** A payout account as its owner is shown it. */
export type SavedAccount = { id: string; accountName: string; nameMatches: boolean; lastFour: string };

/**
 * Sets the account to which an accepted loan is paid out, once the bank has said whose it is. Whether that is the merchant is
 * kept and shown; it stops nothing. The account that the loan has already stays, and with it a mandate on it.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, CONNECTION_CLOSED, TEST_KEY_REQUIRED; PAYOUT_ACCOUNT_REFUSED when the bank does not know
 *   the account, or nobody could be asked
 */
export async function savePayoutAccount(call: {
  actor: Actor;
  loanId: string;
  input: BankAccount;
  now: Date;
}): Promise<SavedAccount> {
  const { actor, loanId, input, now } = call;
  const { tenant } = actor;
  const reach = reachOf(actor);
  refuseMarketplace(actor);
  const names = await transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    requireState(loan, "set the payout account");
    await requireConnected(actor, loan);
    return merchantNames(reach, loan.merchantId);
  });
  const accountName = await askBank(actor, input, names[0] ?? "");
  return transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    requireState(loan, "set the payout account");
    const same = await sameAccount(loan, input, accountName);
    if (same) return same;
    const account = {
      id: newId("payoutAccount"),
      accountName,
      nameMatches: nameMatches(accountName, names),
      lastFour: input.accountNumber.slice(-4),
    };
    await db()
      .insert(payoutAccounts)
      .values({
        ...account,
        ...ownedBy(tenant),
        merchantId: loan.merchantId,
        bankCode: input.bankCode,
        accountNumber: sealAccountNumber(input.accountNumber),
        verifiedAt: now,
      });
    await saveLoan(loan, { payoutAccountId: account.id }, now);
    await recordAudit({ actor, action: "loan.payout-account", subjectId: loan.id, now });
    return account;
  });
}

/** The loan's account, if it is this one and the bank still says the same of it: a repeated request changes nothing. */
async function sameAccount(loan: LoanRecord, input: BankAccount, accountName: string): Promise<SavedAccount | null> {
  const kept = loan.payoutAccountId ? await findPayoutAccount(reachOfRow(loan), loan.payoutAccountId) : undefined;
  if (!kept || kept.accountName !== accountName) return null;
  const { bankCode, accountNumber } = openAccount(kept);
  if (bankCode !== input.bankCode || accountNumber !== input.accountNumber) return null;
  return { id: kept.id, accountName, nameMatches: kept.nameMatches, lastFour: kept.lastFour };
}

async function askBank(actor: Actor, account: BankAccount, expectedName: string): Promise<string> {
  const answer = await bankProvider(actor.tenant.environment).nameEnquiry({ ...account, expectedName });
  if (answer === "UNKNOWN") {
    throw new CodedError("PAYOUT_ACCOUNT_REFUSED", "The bank does not know this account. Check bank and number.", {
      fields: [{ field: "accountNumber", error: "The bank does not know this account: check bank and number" }],
    });
  }
  if (answer === "NOT_CHECKED") {
    throw new CodedError(
      "PAYOUT_ACCOUNT_REFUSED",
      "No bank is connected that could say whose account this is, and no money goes to an account nobody has checked.",
    );
  }
  return answer.accountName;
}
