import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { remittanceReceipts, remitters } from "@/db/schema/remittances";
import type { OperatorUser } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { newId, newReference } from "@/lib/kernel/ids";
import { importFile, type StatementAccount, statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";

useDatabase();

const at = now();
const ago = (days: number) => dateOf(later(at, -days * day));
let operator: OperatorUser;
let account: StatementAccount;
let remitter: typeof remitters.$inferInsert;

beforeEach(async () => {
  operator = (await anyOperator()).actor;
  account = await statementAccount(operator);
  const { marketplaceId } = (await createMarketplace()).live;
  const { lenderId } = account;
  remitter = { id: newId("remitter"), marketplaceId, environment: "live", lenderId, reference: newReference() };
  await db().insert(remitters).values(remitter);
});

const statement = (lines: readonly WrittenLine[]) =>
  writeCamt({ account: account.accountNumber, from: ago(5), to: ago(0), opening: 0, lines });
const states = async () => {
  const rows = await db().select().from(statementLines).where(eq(statementLines.accountId, account.accountId));
  return rows.sort((a, b) => a.id.localeCompare(b.id)).map(({ state, waitsBecause }) => waitsBecause ?? state);
};
const receipts = () => db().select().from(remittanceReceipts).where(eq(remittanceReceipts.remitterId, remitter.id));

test("an entry of payments that are not told apart waits, each time it is looked at, and settles nothing", async () => {
  const line = { day: ago(1), kobo: 100_000_000, endToEnd: remitter.reference, bankReference: "B1" };
  const other = "<TxDtls><Refs><EndToEndId>OTHER</EndToEndId></Refs></TxDtls></NtryDtls>";
  const file = statement([line]).replace("</NtryDtls>", other);
  for (const _ of [1, 2]) await importFile({ operator, account, file });
  expect(await states()).toEqual(["SEVERAL_ORDERS"]);
  expect(await receipts()).toEqual([]);
});
