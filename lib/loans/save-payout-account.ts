import { db, transaction } from "@/db/client";
import { payoutAccounts } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import { type Actor, type Tenant, tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { CodedError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { onlyMerchantOf } from "@/lib/merchants/reach";
import { type BankAccount, type BankProvider, bankProvider, type NameEnquiry } from "@/lib/providers/bank";
import { nameMatches } from "./account-name";
import { refuseMarketplace, requireState } from "./actions";
import { type LoanRecord, lockLoan } from "./load";
import { merchantNames } from "./merchant-names";
import { findPayoutAccount, openAccount, sealAccountNumber } from "./payout-account";
import { requireConnected } from "./require-connected";
import { saveLoan } from "./save";

/** A payout account as its owner is shown it. */
export type SavedAccount = { id: string; accountName: string; nameMatches: boolean; lastFour: string };

type Call = { actor: Actor; loanId: string; input: BankAccount; now: Date };

/**
 * Sets the account to which an accepted loan is paid out, once the bank has said whose it is. Not inside a transaction: the
 * bank is asked between two.
 * @throws CodedError CONNECTION_CLOSED, and as `keepPayoutAccount`
 */
export async function savePayoutAccount(call: Call): Promise<SavedAccount> {
  const { actor, loanId, input } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  const { merchantId } = await transaction(async () => {
    const loan = await lockLoan(tenant, loanId, onlyMerchantOf(actor));
    requireState(loan, "set the payout account");
    await requireConnected(actor, loan);
    return loan;
  });
  const enquiry = await enquireAccount({ tenant, merchantId, account: input, bank: bankProvider(tenant.environment) });
  return keepPayoutAccount({ ...call, enquiry });
}

/** Asks a bank whose an account is that a merchant has given. Not inside a transaction. */
export async function enquireAccount(call: {
  tenant: Tenant;
  merchantId: string;
  account: BankAccount;
  bank: BankProvider;
}): Promise<NameEnquiry> {
  const { tenant, merchantId, account, bank } = call;
  const [expectedName = ""] = await merchantNames(tenant, merchantId);
  return bank.nameEnquiry({ ...account, expectedName });
}

/**
 * Keeps an account as an accepted loan's. Whether it is the merchant's own is kept and shown; it stops nothing. The account
 * that the loan has already stays, and with it a mandate on it.
 * @param call.enquiry what the bank says of this very account
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED; PAYOUT_ACCOUNT_REFUSED when the bank does not know the
 *   account, or nobody could be asked
 */
export async function keepPayoutAccount(call: Call & { enquiry: NameEnquiry }): Promise<SavedAccount> {
  const { actor, loanId, input, enquiry, now } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  const accountName = holderIn(enquiry);
  return transaction(async () => {
    const loan = await lockLoan(tenant, loanId, onlyMerchantOf(actor));
    requireState(loan, "set the payout account");
    const same = await sameAccount(loan, input, accountName);
    if (same) return same;
    const account = {
      id: newId("payoutAccount"),
      accountName,
      nameMatches: nameMatches(accountName, await merchantNames(tenant, loan.merchantId)),
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
  const kept = loan.payoutAccountId ? await findPayoutAccount(tenantOf(loan), loan.payoutAccountId) : undefined;
  if (!kept || kept.accountName !== accountName) return null;
  const { bankCode, accountNumber } = openAccount(kept);
  if (bankCode !== input.bankCode || accountNumber !== input.accountNumber) return null;
  return { id: kept.id, accountName, nameMatches: kept.nameMatches, lastFour: kept.lastFour };
}

function holderIn(enquiry: NameEnquiry): string {
  if (enquiry === "UNKNOWN") {
    throw new CodedError("PAYOUT_ACCOUNT_REFUSED", "The bank does not know this account. Check bank and number.", {
      fields: [{ field: "accountNumber", error: "The bank does not know this account: check bank and number" }],
    });
  }
  if (enquiry === "NOT_CHECKED") {
    throw new CodedError(
      "PAYOUT_ACCOUNT_REFUSED",
      "No bank is connected that could say whose account this is, and no money goes to an account nobody has checked.",
    );
  }
  return enquiry.accountName;
}
