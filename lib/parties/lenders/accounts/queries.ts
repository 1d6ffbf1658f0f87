import { and, desc, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import { decrypt } from "@/lib/kernel/crypto";
import { notFound } from "@/lib/kernel/errors";
import { findLender } from "@/lib/parties/lenders/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import type { LenderAccountAnswer } from "./schema";

export type LenderAccount = typeof lenderAccounts.$inferSelect;

/** The newest first, former ones and those proposed with them. */
export async function listLenderAccounts(lenderId: string): Promise<LenderAccountAnswer[]> {
  if (!(await findLender(lenderId))) throw notFound("lender");
  const own = eq(lenderAccounts.lenderId, lenderId);
  return (await db().select().from(lenderAccounts).where(own).orderBy(desc(lenderAccounts.id))).map(shownAccount);
}
listLenderAccounts.errors = ["NOT_FOUND"] as const;

/**
 * That a lender has now.
 * @param options.former one that is used no more counts, too: of its last days the bank tells afterwards
 * @throws CodedError NOT_FOUND
 */
export async function requireLenderAccount(
  lenderId: string,
  accountId: string,
  { former = false } = {},
): Promise<LenderAccount> {
  const one = and(eq(lenderAccounts.lenderId, lenderId), eq(lenderAccounts.id, accountId));
  const usable = former ? ne(lenderAccounts.state, "PROPOSED") : eq(lenderAccounts.state, "ACTIVE");
  const [found] = await db().select().from(lenderAccounts).where(and(one, usable));
  if (!found) throw notFound("lender account");
  return found;
}

export function accountNumberOf({ accountNumber }: Pick<LenderAccount, "accountNumber">): string {
  return decrypt("lender_accounts.account_number", accountNumber);
}

function shownAccount(account: LenderAccount): LenderAccountAnswer {
  const { id, bankCode, holder, collects, state, createdAt, activatedAt, retiredAt } = account;
  return {
    ...{ id, bankCode, bankName: bankNameOf(bankCode), accountNumber: accountNumberOf(account) },
    ...{ holder, collects, state, createdAt: createdAt.toISOString() },
    activatedAt: activatedAt?.toISOString() ?? null,
    retiredAt: retiredAt?.toISOString() ?? null,
  };
}
