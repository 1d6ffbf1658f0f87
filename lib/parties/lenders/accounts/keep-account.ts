import { db, transaction } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import { encrypt, keyedDigest } from "@/lib/kernel/crypto";
import { CodedError, invalidField, notFound } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { shownEnd } from "@/lib/kernel/mask";
import type { RealTime } from "@/lib/kernel/time";
import { findLender } from "@/lib/parties/lenders/queries";
import type { LenderAccountBody } from "./schema";

/** What two operators agree on. The number is read where the account is shown. */
export type KeptAccount = {
  accountId: string;
  bankCode: string;
  lastFour: string;
  holder: string;
  collects: boolean;
};

/** Keeps a lender's account until it is agreed on. */
export async function keepAccount(call: {
  lenderId: string;
  input: Omit<LenderAccountBody, "reason">;
  realNow: RealTime;
}): Promise<KeptAccount> {
  const { lenderId, input, realNow } = call;
  const { bankCode, accountNumber, holder, collects } = input;
  const lender = await findLender(lenderId);
  if (!lender) throw notFound("lender");
  if (lender.archivedAt) throw new CodedError("ARCHIVED", "This lender is archived: it lends no more.");
  if (lender.environment === "test") throw invalidField("bankCode", "A lender of test data has the sandbox's bank");
  const kept = { bankCode, lastFour: shownEnd(accountNumber), holder, collects };
  const accountId = newId("lenderAccount");
  await transaction(async () => {
    await db()
      .insert(lenderAccounts)
      .values({
        ...{ id: accountId, lenderId, state: "PROPOSED", createdAt: realNow, ...kept },
        accountNumber: encrypt("lender_accounts.account_number", accountNumber),
        accountDigest: keyedDigest("lender_accounts.account_number", `${bankCode} ${accountNumber}`),
      });
  });
  return { accountId, ...kept };
}
keepAccount.errors = ["NOT_FOUND", "ARCHIVED"] as const;
