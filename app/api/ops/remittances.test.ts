import { beforeAll, beforeEach, expect, test } from "vitest";
import { GET as listTo } from "@/app/api/lenders/[lenderId]/remittances/route";
import { POST as approve } from "@/app/api/ops/proposals/[proposalId]/approve/route";
import { GET as listOwn } from "@/app/api/v1/marketplace-api/remittances/route";
import { db, transaction } from "@/db/client";
import { lenderAccounts } from "@/db/schema/lenders";
import { day, later } from "@/lib/kernel/calendar";
import { encrypt } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { foldItems } from "@/lib/lending/remittances/fold-items";
import { receiveRemittance } from "@/lib/lending/remittances/receive-remittance";
import { watchRemittances } from "@/lib/lending/remittances/watch-remittances";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { tellDeduction } from "@/test/factories/settlement";
import { now } from "@/test/time";
import { POST as close } from "./remittance-breaks/[breakId]/close/route";
import { GET as breaks } from "./remittance-breaks/route";
import { POST as receive } from "./remittances/[remittanceId]/receive/route";

useDatabase();

const account = "2055512345";
let [key, second, viewer] = ["", "", ""];
let [liveKey, testKey, lenderId, remittanceId] = ["", "", "", ""];
beforeAll(async () => {
  key = (await anyOperator()).token;
  second = (await anyOperator()).token;
  viewer = (await anyOperator("READ_ONLY")).token;
});
beforeEach(async () => {
  const market = await createMarketplace({ live: true });
  ({ liveKey, testKey } = market);
  const merchant = await anyMerchant(market.live);
  const loan = await disbursedLoan(market.live, { merchantId: merchant.merchantId });
  lenderId = loan.lenderId;
  const on = later(now(), -20 * day);
  const told = { loanId: loan.id, reference: "D-1", amount: 5_000, at: on };
  await tellDeduction({ test: market.live, ...merchant }, told, on);
  await foldItems("watch-remittances");
  await db().delete(lenderAccounts);
  await db()
    .insert(lenderAccounts)
    .values({
      ...{
        id: newId("lenderAccount"),
        lenderId,
        bankCode: "058",
        lastFour: "2345",
        holder: "Test Lender",
        collects: true,
      },
      accountNumber: encrypt("lender_accounts.account_number", account),
      ...{ accountDigest: newId("lenderAccount"), state: "ACTIVE", createdAt: now(), activatedAt: now() },
    });
  [{ id: remittanceId = "" } = {}] = await own();
});

const own = async (by = liveKey) => (await call(listOwn, { key: by })).json.data as Record<string, string>[];
let lines = 0;
const propose = (over: object = {}, by = key) =>
  call(receive, {
    key: by,
    params: { remittanceId },
    body: { amount: 5_000, receivedOn: "2026-11-20", bankReference: `L-${++lines}`, reason: "Seen.", ...over },
  });
const decide = ({ id, evidenceDigest }: Record<string, unknown>, by = second) =>
  call(approve, { key: by, params: { proposalId: String(id) }, body: { evidenceDigest } });

test("a marketplace sees to whom it owes how much, where to send it and under which reference; no other sees it", async () => {
  const [shown] = await own();
  expect(shown).toMatchObject({
    account: { bankName: "Guaranty Trust Bank", accountNumber: account },
    ...{ reported: 5_000, received: 0, unremitted: 5_000, late: 5_000, limit: 1_000_000 },
  });
  expect(await own(testKey)).toEqual([]);
  expect(await own((await createMarketplace({ live: true })).liveKey)).toEqual([]);
  const { json } = await call(listTo, { key: viewer, params: { lenderId } });
  expect(json.data).toContainEqual(shown);
});

test("that money came takes two operators, and one line of a statement is money once", async () => {
  expect(await propose({}, viewer)).toMatchObject({ status: 403, json: { code: "INSUFFICIENT_ROLE" } });
  expect((await propose({}, liveKey)).status).toBe(401);
  const bankReference = "S58213377";
  const proposed = await propose({ amount: 2_000, bankReference });
  expect(proposed.status).toBe(202);
  expect(await decide(proposed.json, key)).toMatchObject({ status: 403, json: { code: "OWN_PROPOSAL" } });
  expect(await own()).toMatchObject([{ received: 0 }]);
  expect((await decide(proposed.json)).status).toBe(200);
  expect(await own()).toMatchObject([{ received: 2_000, unremitted: 3_000 }]);
  expect(await propose({ amount: 3_000, bankReference })).toMatchObject({ status: 400 });
  // Noted wrongly, and taken back.
  expect((await decide((await propose({ amount: -500 })).json)).status).toBe(200);
  expect(await own()).toMatchObject([{ received: 1_500 }]);
  for (const wrong of [{ amount: 0 }, { amount: 0.001 }, { receivedOn: "yesterday" }, { bankReference: "" }]) {
    expect((await propose(wrong)).status).toBe(400);
  }
});

test("what was noted meanwhile is other evidence, also where it comes to nothing or counts from another day", async () => {
  const { json } = await propose();
  const remitterId = remittanceId;
  for (const amount of [100_000, -100_000]) {
    const receipt = { remitterId, amount: kobo(amount), receivedOn: "2099-01-01", source: "OPERATORS" } as const;
    await transaction(() => receiveRemittance({ ...receipt, bankReference: `L-${++lines}`, realNow: now() }));
  }
  expect((await decide(json)).json).toMatchObject({ code: "EVIDENCE_CHANGED" });
});

test("what did not come is listed until an operator says what became of it", async () => {
  await watchRemittances(now());
  const listed = async (by = viewer) => (await call(breaks, { key: by, path: `/?lenderId=${lenderId}` })).json.data;
  const found = ((await listed()) as { id: string; remittanceId: string }[]).find(
    (one) => one.remittanceId === remittanceId,
  );
  expect(found).toMatchObject({ type: "NOT_RECEIVED", expected: 5_000, actual: 0 });
  const closing = (by: string) =>
    call(close, { key: by, params: { breakId: found?.id ?? "" }, body: { note: "Sent elsewhere." } });
  expect((await closing(viewer)).status).toBe(403);
  expect((await closing(liveKey)).status).toBe(401);
  expect((await closing(key)).status).toBe(200);
  expect(await listed()).not.toContainEqual(expect.objectContaining({ remittanceId }));
  expect(await own()).toMatchObject([{ late: 5_000 }]);
});
