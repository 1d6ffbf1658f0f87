import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";
import { statementAccount } from "@/test/bank-statements/account";
import { type WrittenLine, writeCamt } from "@/test/bank-statements/write-statement";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as dismissSeveral } from "./[lenderId]/accounts/[accountId]/statements/lines/dismiss/route";
import { GET as lines } from "./[lenderId]/accounts/[accountId]/statements/lines/route";
import { POST as send } from "./[lenderId]/accounts/[accountId]/statements/route";

useDatabase();

const at = now();
const ago = (days: number) => dateOf(later(at, -days * day));

/** A lender's account, two operators, and a running loan of the lender with a debit of 600 naira that is ordered. */
async function orderedDebit() {
  const { actor: operator, token: key } = await anyOperator();
  const { actor: other, token: second } = await anyOperator();
  const { accountNumber, ...params } = await statementAccount(operator);
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await lendableMerchant(tenant, at);
  const { loanId } = await activeLoan(tenant, merchantId, { now: later(at, -6 * day) });
  await db().update(loans).set({ lenderId: params.lenderId }).where(eq(loans.id, loanId));
  await orderPayment({ actor: sandboxActor(tenant), loanId, now: at, input: { amount: 600 } });
  const fileOf = (written: WrittenLine[]) =>
    writeCamt({ account: accountNumber, from: ago(9), to: dateOf(at), opening: 0, lines: written });
  const post = (content: string, over: object = { preview: true }, by = key) =>
    call(send, { key: by, params, body: { content: Buffer.from(content).toString("base64"), ...over } });
  const listed = async () => (await call(lines, { key, params })).json.data as Record<string, unknown>[];
  const decide = ({ id, evidenceDigest }: Record<string, unknown>, by = second) =>
    call(approve, { key: by, params: { proposalId: String(id) }, body: { evidenceDigest } });
  const together = (lineIds: unknown[]) => call(dismissSeveral, { key, params, body: { lineIds, reason: "Theirs." } });
  return { key, second, secondId: other.userId, loanId, fileOf, post, listed, decide, together };
}

test("what names anything takes another operator with the same file, whoever wrote it, also where it waits at first", async () => {
  const { key, second, secondId, loanId, fileOf, post, listed, decide, together } = await orderedDebit();
  const its = eq(payments.loanId, loanId);
  const debit = async () => (await db().select().from(payments).where(its))[0];
  const reference = (await debit())?.reference ?? "";
  const file = fileOf([{ day: ago(1), kobo: 60_000, endToEnd: reference, bankReference: "FT-2" }]);
  // Nobody has been asked for it yet. Whoever brings the line alone would have it booked by a later import.
  const { json: early } = await post(file);
  expect(early).toMatchObject({ books: { confirmed: 0 }, naming: 1, waited: [] });
  expect(await post(file, { digest: early.digest })).toMatchObject({ status: 202 });
  expect((await post(file, { digest: early.digest }, second)).status).toBe(200);
  const [named] = await listed();
  expect(named).toMatchObject({ state: "WAITS", waitsBecause: "NOT_SENT" });
  expect(await together([named?.id])).toMatchObject({ status: 409 });
  await db()
    .update(payments)
    .set({ askedAt: later(at, -2 * day) })
    .where(its);
  const { json } = await post(file);
  expect(json).toMatchObject({
    ...{ books: { confirmed: 1, cameBack: 0, remittances: 0 }, new: 0, naming: 1 },
    waited: [{ state: "MATCHED", order: reference, amount: 600, importedBy: { id: secondId } }],
  });
  const asked = await post(file, { digest: json.digest });
  expect(asked).toMatchObject({ status: 202, json: { kind: "STATEMENT_IMPORT", input: { digest: json.digest } } });
  expect((await post(file, { digest: json.digest })).json.id).toBe(asked.json.id);
  expect((await decide(asked.json, key)).status).toBe(403);
  expect((await debit())?.status).toBe("PENDING");
  // Another file is another thing, also to the second.
  const other = fileOf([{ day: ago(2), kobo: 60_000, endToEnd: reference, bankReference: "FT-2" }]);
  expect((await post(other, { digest: json.digest }, second)).json.code).toBe("STATEMENT_CHANGED");
  expect(await post(file, { digest: json.digest }, second)).toMatchObject({ status: 200, json: { imported: true } });
  expect(await debit()).toMatchObject({ status: "CONFIRMED", providerReference: "FT-2" });
  expect(differencesIn(await readLedger(loanId))).toBeNull();
  // It comes back: who has not read the file cannot agree to it, but may reject it.
  const back = fileOf([{ day: ago(1), kobo: -60_000, endToEnd: reference, reversal: true }]);
  const { digest } = (await post(back)).json;
  const proposed = (await post(back, { digest })).json;
  expect(proposed.input).toMatchObject({ confirmed: 0, cameBack: 1 });
  expect(await decide(proposed)).toMatchObject({ status: 409, json: { code: "LOAN_STATE_CONFLICT" } });
  expect((await debit())?.status).toBe("CONFIRMED");
  expect((await post(back, { digest }, second)).status).toBe(200);
  expect((await debit())?.status).toBe("REVERSED");
});
