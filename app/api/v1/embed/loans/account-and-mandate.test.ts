import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { day, later } from "@/lib/kernel/calendar";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { agreeMandate } from "@/lib/lending/transfers/mandates/agree-mandate";
import { useDatabase } from "@/test/database";
import { linkIdIn, merchantWithOffer, payOut } from "@/test/factories/journey-loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { askAs, type OperationName, operations } from "@/test/journey-loan-calls";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";

useDatabase();
usePlainAgreements();

let marketplace: TestMarketplace;
let merchant: Awaited<ReturnType<typeof merchantWithOffer>>;
beforeAll(async () => {
  marketplace = await createMarketplace({ live: true });
});
beforeEach(async () => {
  merchant = await merchantWithOffer(marketplace.test);
});

type Over = { body?: unknown; token?: string; loanId?: string };
const ask = (name: OperationName, over: Over = {}) => askAs({ ...merchant, ...over }, name, over);
const account = operations.account[2];
const conflict = { status: 409, json: { code: "LOAN_STATE_CONFLICT" } };
const setAhead = (testClockAhead: number) =>
  db().update(marketplaces).set({ testClockAhead }).where(eq(marketplaces.id, marketplace.marketplaceId));

describe("the payout account", () => {
  beforeEach(async () => {
    await ask("accept");
  });

  test.each([
    [{ bankCode: "999" }, "bankCode", "Must be one of the banks in the list"],
    [{ bankCode: "" }, "bankCode", "Must be one of the banks in the list"],
    [{ bankCode: 58 }, "bankCode", "Must be one of the banks in the list"],
    [{ accountNumber: "012345678" }, "accountNumber", "Must be exactly 10 digits"],
    [{ accountNumber: 123456789 }, "accountNumber", "Must be a string"],
  ])("names the field that is wrong: %j", async (over, field, error) => {
    const answer = await ask("account", { body: { ...account, ...over } });
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED", errors: [{ field, error }] } });
  });

  test("that the bank does not know is refused, beside its field", async () => {
    expect(await ask("account", { body: { ...account, accountNumber: "0123450000" } })).toMatchObject({
      status: 409,
      json: {
        code: "PAYOUT_ACCOUNT_REFUSED",
        errors: [{ field: "accountNumber", error: expect.stringContaining("does not know") }],
      },
    });
  });

  test.each([
    ["090267", "Kuda Microfinance Bank"],
    ["100004", "OPay"],
    ["030", "Heritage Bank"],
  ])("can be at %s, %s", async (bankCode, bankName) => {
    const answer = await ask("account", { body: { ...account, bankCode } });
    expect(answer).toMatchObject({ status: 200, json: { payoutAccount: { bankCode, bankName } } });
  });

  test("in somebody else's name is accepted, and shown as such", async () => {
    expect((await ask("account", { body: { ...account, accountNumber: "0123457777" } })).json).toMatchObject({
      payoutAccount: { accountName: "SANDBOX STRANGER", nameMatches: false },
    });
  });

  test("never answers its number", async () => {
    const { text } = await ask("account");
    expect(text).not.toContain(account.accountNumber);
    expect((await ask("read")).text).not.toContain(account.accountNumber);
  });

  test("given again changes nothing, not even an agreed mandate; another account needs its own mandate", async () => {
    await ask("account");
    await agreeMandate({ linkId: linkIdIn((await ask("mandate")).json.url), realNow: now() });
    const stored = await storedState();
    expect((await ask("account")).json).toMatchObject({ mandate: "ACTIVE" });
    expect(await storedState()).toEqual(stored);
    expect((await ask("account", { body: { ...account, bankCode: "044" } })).json).toMatchObject({
      stage: "mandate",
      mandate: "NONE",
      payoutAccount: { bankName: "Access Bank" },
    });
    await serviceLoan(merchant.loanId, now());
    expect((await ask("read")).json).toMatchObject({ stage: "mandate", mandate: "NONE" });
  });

  test("to which the transfer fails: another is asked for, and paid out to", async () => {
    await ask("account", { body: { ...account, accountNumber: "0123459999" } });
    await agreeMandate({ linkId: linkIdIn((await ask("mandate")).json.url), realNow: now() });
    await payOut(merchant.loanId);
    expect((await ask("read")).json).toMatchObject({
      stage: "payout-account",
      payoutAccount: null,
      mandate: "NONE",
      payoutFailure: expect.stringContaining("does not take transfers"),
    });
    expect(await ask("mandate")).toMatchObject(conflict);
    expect((await ask("account")).json).toMatchObject({ stage: "mandate", payoutFailure: null });
    await agreeMandate({ linkId: linkIdIn((await ask("mandate")).json.url), realNow: now() });
    await payOut(merchant.loanId);
    expect((await ask("read")).json).toMatchObject({ stage: "running", payoutFailure: null });
  });
});

describe("the mandate", () => {
  beforeEach(async () => {
    await ask("accept");
    await ask("account");
  });

  test("requested by two phones at once: both links work, and one of them agrees", async () => {
    const links = (await Promise.all([ask("mandate"), ask("mandate")])).map(({ json }) => linkIdIn(json.url));
    expect(new Set(links).size).toBe(2);
    const agreed = await Promise.allSettled(links.map((linkId) => agreeMandate({ linkId, realNow: now() })));
    expect(agreed.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ask("mandate")).toMatchObject({ json: { status: "ACTIVE", url: null, expiresAt: null } });
    await payOut(merchant.loanId);
    expect(await ask("mandate")).toMatchObject({ json: { status: "ACTIVE", url: null } });
  });

  test("its link lives by real time, however far the marketplace's clock is ahead", async () => {
    await setAhead(5 * day);
    const { json } = await ask("mandate");
    const left = new Date(`${json.expiresAt}`).getTime() - now().getTime();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    await agreeMandate({ linkId: linkIdIn(json.url), realNow: now() });
    const [{ ahead } = { ahead: "" }] = await db().execute<{ ahead: string }>(
      `select activated_at as ahead from mandates where loan_id = '${merchant.loanId}'`,
    );
    expect(new Date(ahead).getTime()).toBeGreaterThan(later(now(), 4 * day).getTime());
    await setAhead(0);
  });
});

test("live and without a bank: an account is taken, and nobody pretends to know whose it is", async () => {
  merchant = await merchantWithOffer(marketplace.live);
  expect(await ask("accept")).toMatchObject({ status: 200 });
  expect(await ask("account")).toMatchObject({
    status: 200,
    json: { stage: "mandate", payoutAccount: { accountName: null, nameMatches: false } },
  });
});
