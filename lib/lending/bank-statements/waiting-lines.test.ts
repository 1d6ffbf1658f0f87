import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { statementLines } from "@/db/schema/bank-statements";
import { remittanceReceipts, remitters } from "@/db/schema/remittances";
import type { OperatorUser } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { newId, newReference } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { importFile, type StatementAccount, statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant, now } from "@/test/time";
import { bookLine } from "./book-line";
import { dismissLine } from "./dismiss-line";
import { waitingLines } from "./queries";

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
const lines = () => db().select().from(statementLines).where(eq(statementLines.accountId, account.accountId));
const states = async () => {
  return (await lines())
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(({ state, waitsBecause }) => waitsBecause ?? state);
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

test("a transfer that names two marketplaces settles for neither: people find out, and do not put it away in a list", async () => {
  const { marketplaceId } = (await createMarketplace()).live;
  const other = { ...remitter, id: newId("remitter"), marketplaceId, reference: newReference() };
  await db().insert(remitters).values(other);
  const text = `${remitter.reference} and ${other.reference}`;
  const unsure = { remitterId: remitter.id, lenderId: account.lenderId, amount: kobo(700), receivedOn: ago(1) };
  const noted = { ...unsure, id: newId("remittanceReceipt"), bankReference: "SEEN", source: "OPERATORS" } as const;
  await db()
    .insert(remittanceReceipts)
    .values({ ...noted, recordedAt: now() });
  const once = { day: ago(1), kobo: 700, text: remitter.reference };
  await importFile({ operator, account, file: statement([{ day: ago(1), kobo: 100_000_000, text }, once]) });
  expect(await states()).toEqual(["SEVERAL_ORDERS", "NO_ORDER"]);
  expect(await receipts()).toMatchObject([{ source: "OPERATORS" }]);
  for (const { id: lineId } of await lines()) {
    const put = dismissLine({ operator, lineId, reason: "Deposits.", together: true, realNow: now() });
    await expect(put).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  }
});

test("what counts from a later day waits for it, and nobody books it before", async () => {
  const line = { day: ago(1), valueDay: ago(-2), kobo: 5_000_000, endToEnd: remitter.reference, bankReference: "CHQ1" };
  const file = statement([line, { ...line, endToEnd: "X", bankReference: "CHQ2" }]);
  await importFile({ operator, account, file });
  expect(await states()).toEqual(["VALUED_LATER", "NO_ORDER"]);
  expect(await receipts()).toEqual([]);
  for (const { id: lineId } of await lines()) {
    const call = { operator, lineId, input: { loanId: "loan_1", as: "DIRECT" as const }, reason: "Theirs." };
    await expect(bookLine({ ...call, realNow: now() })).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  }
  await importFile({ operator, account, file, realNow: instant(`${ago(-2)}T08:00:00Z`) });
  expect(await states()).toEqual(["REMITTANCE", "NO_ORDER"]);
  expect(await receipts()).toMatchObject([{ receivedOn: ago(-2), amount: 5_000_000 }]);
});

test("where too many wait, those that name something are looked at again first, in the order in which they came", async () => {
  const line = { day: ago(1), valueDay: ago(-2), kobo: 5_000_000, endToEnd: remitter.reference, bankReference: "M1" };
  const other = [1, 2, 3].map((kobo) => ({ day: ago(3), kobo, endToEnd: "X" }));
  await importFile({ operator, account, file: statement([...other, line]) });
  const found = async (most: number) => (await waitingLines(account.accountId, most)).map(({ amount }) => amount);
  expect(await found(1)).toEqual([5_000_000]);
  expect(await found(3)).toEqual([2, 3, 5_000_000]);
});
