import { desc, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { db, transaction } from "@/db/client";
import { payoutAccounts } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { refuseMarketplace } from "@/lib/loans/loans/transitions";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { bankNameOf } from "@/lib/terms/bank-names";
import type { accountToName, Holder } from "./name-account-schema";
import { openAccount } from "./payout-account";
import { recordHolder } from "./record-holder";

/** What online banking shows for an account that nobody could be asked about, in the transaction of two operators. */
export async function nameAccount(call: LoanCall & { input: Holder & { reason: string } }): Promise<void> {
  const { actor, loanId, input, now } = call;
  refuseMarketplace(actor);
  const named = input.holder === "NAMED";
  if (named && !input.accountName) throw invalidField("accountName", "Is needed where it is named");
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const accountName = named && input.accountName ? input.accountName : null;
    await recordHolder({ actor, loan, account: await requireUnnamed(reachOf(actor), loan), accountName, now });
  });
}

/** For whoever is to look it up: its number, shown to operators alone and each time audited. */
export async function showAccountToName({ actor, loanId, now }: LoanCall): Promise<z.output<typeof accountToName>> {
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const { bankCode, accountNumber } = openAccount(await requireUnnamed(reachOf(actor), loan));
    const knownNames = [...new Set(await merchantNames(reachOf(actor), loan.merchantId))];
    await recordAudit({ actor, action: "loan.account-show", subjectId: loanId, now });
    return { bankCode, bankName: bankNameOf(bankCode), accountNumber, knownNames };
  });
}

/** For whoever decides about its name: which account it is, and the names that count as the merchant's own. */
export async function unnamedAccount(reach: Reach, loan: LoanRecord): Promise<Record<string, string>> {
  const account = await findUnnamed(reach, loan);
  if (!account) return { account: "none" };
  const names = await merchantNames(reach, loan.merchantId);
  return {
    account: `${account.id}, ${bankNameOf(account.bankCode)} …${account.lastFour}`,
    knownNames: [...new Set(names)].join(", "),
  };
}

async function requireUnnamed(reach: Reach, loan: LoanRecord) {
  const account = await findUnnamed(reach, loan);
  if (!account) throw new CodedError("LOAN_STATE_CONFLICT", "No account of this loan waits for its holder's name.");
  return account;
}

/** The loan's own first; else the latest that its merchant gave, as for a refund. */
async function findUnnamed(reach: Reach, { payoutAccountId, merchantId }: LoanRecord) {
  const own = inReach(
    payoutAccounts,
    reach,
    eq(payoutAccounts.merchantId, merchantId),
    isNull(payoutAccounts.verifiedAt),
  );
  const found = await db().select().from(payoutAccounts).where(own).orderBy(desc(payoutAccounts.id));
  return found.find(({ id }) => id === payoutAccountId) ?? found[0];
}
