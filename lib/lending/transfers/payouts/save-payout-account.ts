import { db, transaction } from "@/db/client";
import { payoutAccounts } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import { CodedError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { shownEnd } from "@/lib/kernel/mask";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { requireConnected } from "@/lib/loans/loans/require-connected";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { bankOfLender } from "@/lib/parties/lenders/rails/open-rail";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { BankAccount, BankProvider, NameEnquiry } from "@/lib/platform/providers/bank";
import { askAgainAt } from "./ask-again-at";
import { refuseLimitedBank } from "./bank-limits";
import { findPayoutAccount, holderIn, isBeingChecked, openAccount, sealAccountNumber } from "./payout-account";
import { isKnownName, recordHolder } from "./record-holder";
import { refundSoon } from "./refund-account";
import { wantedFor } from "./wanted-account";

export type SavedAccount = { id: string; accountName: string | null; nameMatches: boolean; lastFour: string };

type Saving = LoanCall & { input: BankAccount };

/** Not inside a transaction: the bank is asked for the account's holder. */
export async function savePayoutAccount(call: Saving): Promise<SavedAccount> {
  const { actor, loanId, input } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  const { loan, purpose } = await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const { purpose } = await wantedFor(actor, loan);
    // What is owed is owed to the merchant of a closed shop too.
    if (purpose === "DISBURSEMENT") await requireConnected(actor, loan);
    return { loan, purpose };
  });
  await refuseLimitedBank(loan, input.bankCode, purpose);
  const enquiry = await enquireAccount(loan, input, await bankOfLender(loan.lenderId, tenant.environment));
  const saved = await storePayoutAccount({ ...call, enquiry });
  if (saved.nameMatches) await refundSoon({ actor, merchantId: loan.merchantId, now: call.now });
  return saved;
}

/** Asks a bank for the holder of an account given for a loan. Not inside a transaction. */
export async function enquireAccount(loan: LoanRecord, account: BankAccount, bank: BankProvider): Promise<NameEnquiry> {
  const [expectedName = ""] = await merchantNames(reachOfRow(loan), loan.merchantId);
  return bank.nameEnquiry({ ...account, expectedName });
}

/** One that is not the merchant's own waits for an operator. One the loan has stays, and so does a mandate on it. */
export async function storePayoutAccount(call: Saving & { enquiry: NameEnquiry }): Promise<SavedAccount> {
  const { actor, loanId, input, enquiry, now } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  const accountName = holderIn(enquiry);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const { purpose, keptId, open } = await wantedFor(actor, loan);
    const same = keptId ? await sameAccount({ actor, loan, keptId, input, accountName, now }) : null;
    if (same) return same;
    if (!open)
      throw new CodedError("LOAN_STATE_CONFLICT", "It can no longer be changed: the money is on its way there.");
    const account = {
      id: newId("payoutAccount"),
      accountName,
      nameMatches: await isKnownName(loan, accountName),
      lastFour: shownEnd(input.accountNumber),
    };
    await db()
      .insert(payoutAccounts)
      .values({
        ...account,
        ...ownedBy(tenant),
        merchantId: loan.merchantId,
        bankCode: input.bankCode,
        accountNumber: sealAccountNumber(input.accountNumber),
        verifiedAt: accountName === null ? null : now,
        dueAt: accountName === null ? askAgainAt({ id: account.id }, now) : null,
      });
    // A refund finds it among the merchant's accounts; the mandate of a running loan stays with the account it is for.
    if (purpose === "DISBURSEMENT") await saveLoan(loan, { payoutAccountId: account.id }, now);
    await recordAudit({ actor, action: "loan.payout-account", subjectId: loan.id, now });
    return account;
  });
}

/** One that was being checked is kept under the name that its bank gives for it now. */
async function sameAccount(
  call: Omit<Saving, "loanId"> & { loan: LoanRecord; keptId: string; accountName: string | null },
): Promise<SavedAccount | null> {
  const { actor, loan, keptId, input, accountName, now } = call;
  const kept = await findPayoutAccount(reachOfRow(loan), keptId);
  if (!kept) return null;
  const { bankCode, accountNumber } = openAccount(kept);
  if (bankCode !== input.bankCode || accountNumber !== input.accountNumber) return null;
  const { id, lastFour } = kept;
  if (isBeingChecked(kept) && accountName !== null) {
    const nameMatches = await recordHolder({ actor, loan, account: kept, accountName, now });
    return { id, accountName, nameMatches, lastFour };
  }
  if (accountName !== null && kept.accountName !== accountName) return null;
  return { id, accountName: kept.accountName, nameMatches: kept.nameMatches, lastFour };
}
