import { db } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import type { OperatorUser } from "@/lib/kernel/actor";
import { encrypt, keyedDigest } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { shownEnd } from "@/lib/kernel/mask";
import type { RealTime } from "@/lib/kernel/time";
import { importStatement } from "@/lib/lending/bank-statements/import-statement";
import type { StatementFormatBody } from "@/lib/lending/bank-statements/schema";
import { setStatementFormat } from "@/lib/lending/bank-statements/set-format";
import { createTestLender } from "@/test/factories/lender";
import { now } from "@/test/time";

let drawn = 0;

export type StatementAccount = { lenderId: string; accountId: string; accountNumber: string };

/** A live lender's bank account whose statements are read by a format. */
export async function statementAccount(
  operator: OperatorUser,
  format: StatementFormatBody = { format: "CAMT053", rules: [] },
  lender?: string,
): Promise<StatementAccount> {
  const lenderId = lender ?? (await createTestLender({ environment: "live" }));
  const accountNumber = String(3_000_000_000 + ++drawn);
  const accountId = newId("lenderAccount");
  await db()
    .insert(lenderAccounts)
    .values({
      ...{ id: accountId, lenderId, bankCode: "058", lastFour: shownEnd(accountNumber), holder: "Harmattan Credit" },
      accountNumber: encrypt("lender_accounts.account_number", accountNumber),
      accountDigest: keyedDigest("lender_accounts.account_number", `058 ${accountNumber}`),
      ...{ collects: false, state: "ACTIVE", createdAt: now(), activatedAt: now() },
    });
  await setStatementFormat({ operator, lenderId, accountId, input: format, realNow: now() });
  return { lenderId, accountId, accountNumber };
}

type Account = Pick<StatementAccount, "lenderId" | "accountId">;
type File = { operator: OperatorUser; account: Account; file: string | Uint8Array; realNow?: RealTime };

export function preview({ operator, account: { lenderId, accountId }, file, realNow = now() }: File) {
  const content = Buffer.from(file).toString("base64");
  return importStatement({ operator, lenderId, accountId, input: { content, preview: true }, realNow });
}

/** Previews it, and imports what that showed. */
export async function importFile(given: File) {
  const { operator, account, file, realNow = now() } = given;
  const { lenderId, accountId } = account;
  const { digest } = await preview(given);
  const content = Buffer.from(file).toString("base64");
  return importStatement({ operator, lenderId, accountId, input: { content, digest }, realNow });
}
