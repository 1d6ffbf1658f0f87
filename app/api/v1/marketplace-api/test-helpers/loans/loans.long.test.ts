import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as advanceClock } from "@/app/api/v1/marketplace-api/test-helpers/clock/advance/route";
import type { Route } from "@/lib/edge/http/route";
import { day, later } from "@/lib/kernel/calendar";
import * as mandateProviders from "@/lib/platform/providers/mandate";
import { outside } from "@/lib/platform/providers/outside";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { lendableMerchant } from "@/test/factories/lendable";
import { anyLoan, toldOf } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { POST as accept } from "./[loanId]/accept/route";
import { POST as cancel } from "./[loanId]/cancel/route";
import { POST as changeTerms } from "./[loanId]/change-terms/route";
import { POST as setDefault } from "./[loanId]/default/route";
import { POST as pause } from "./[loanId]/pause/route";
import { POST as repay } from "./[loanId]/repay/route";
import { POST as resume } from "./[loanId]/resume/route";
import { POST as reverse } from "./[loanId]/reverse/route";
import { POST as writeOff } from "./[loanId]/write-off/route";

useDatabase();
usePlainAgreements();

let marketplace: TestMarketplace;
let merchantId: string;
let loanId: string;
beforeAll(async () => {
  marketplace = await createMarketplace({ live: true });
});

async function anotherLoan() {
  merchantId = (await lendableMerchant(marketplace.test)).merchantId;
  loanId = (await anyLoan(marketplace.test, merchantId)).loanId;
}

/** Asks a helper; without a body as an empty one. */
function ask(helper: Route, body?: unknown, more: { key?: string; id?: string; idempotencyKey?: string } = {}) {
  const { key = marketplace.testKey, id = loanId, idempotencyKey } = more;
  const raw = body === undefined ? "" : JSON.stringify(body);
  const headers: Record<string, string> = idempotencyKey ? { "idempotency-key": idempotencyKey } : {};
  return call(helper, { key, method: "POST", params: { loanId: id }, raw, headers, path: `/loans/${id}` });
}

const conflict = { status: 409, json: { code: "LOAN_STATE_CONFLICT" } };

describe("accept", () => {
  beforeEach(anotherLoan);

  test("does all that leads to an active loan, and does it once", async () => {
    const first = await ask(accept);
    expect(first).toMatchObject({
      status: 200,
      json: { loanId, merchantId, status: "ACTIVE", totalDue: 109_000, totalPaid: 0, outstanding: { total: 109_000 } },
    });
    const stored = await storedState();
    expect((await ask(accept, {})).json).toEqual(first.json);
    expect(await storedState()).toEqual(stored);
    expect((await toldOf(merchantId)).map(({ event }) => event)).toEqual(["loan.disbursed"]);
  });

  test("pays out once however many ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(accept, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await toldOf(merchantId)).map(({ event }) => event)).toEqual(["loan.disbursed"]);
    expect((await ask(accept)).json.status).toBe("ACTIVE");
  });

  test("under an Idempotency-Key, too", async () => {
    const first = await ask(accept, {}, { idempotencyKey: "once" });
    const again = await ask(accept, {}, { idempotencyKey: "once" });
    expect([first.json.status, again.text]).toEqual(["ACTIVE", first.text]);
  });

  test("goes on where an attempt has stopped, also under its Idempotency-Key", async () => {
    const create = () => Promise.reject(new Error("down"));
    vi.spyOn(mandateProviders, "mandateProvider").mockReturnValueOnce(
      outside("mandate", { ...mandateProviders.sandboxMandates, create }),
    );
    expect((await ask(accept, {}, { idempotencyKey: "stopped" })).status).toBe(500);
    expect(await ask(pause)).toMatchObject({ json: { detail: expect.stringMatching(/account or mandate missing/) } });
    const again = await ask(accept, {}, { idempotencyKey: "stopped" });
    expect(again).toMatchObject({ status: 200, json: { status: "ACTIVE" } });
    expect((await toldOf(merchantId)).map(({ event }) => event)).toEqual(["loan.disbursed"]);
  });

  test("takes the sandbox bank's magic values", async () => {
    const account = (accountNumber: string) => ({ bankCode: "011", accountNumber });
    const stored = await storedState();
    expect(await ask(accept, account("1234560000"))).toMatchObject({
      status: 409,
      json: { code: "PAYOUT_ACCOUNT_REFUSED" },
    });
    expect(await storedState()).toEqual(stored);
    expect((await ask(accept, account("1234569999"))).json.status).toBe("APPROVED");
    expect((await ask(accept, account("1234568888"))).json.status).toBe("APPROVED");
    expect(await ask(pause)).toMatchObject({ json: { detail: expect.stringMatching(/payout under way/) } });
  });

  test("refuses ended loans", async () => {
    expect((await ask(cancel)).json).toMatchObject({ status: "CANCELLED" });
    expect(await ask(accept)).toMatchObject({
      ...conflict,
      json: { detail: expect.stringMatching(/the loan is CANCELLED\. No action is possible now/) },
    });
    const old = await anyLoan(marketplace.test, merchantId, { now: later(now(), -31 * day) });
    expect(await ask(accept, {}, { id: old.loanId })).toMatchObject({ status: 409, json: { code: "OFFER_EXPIRED" } });
  });
});

describe("an active loan", () => {
  beforeEach(async () => {
    await anotherLoan();
    await ask(accept);
  });

  test("is repaid by what is left of the next instalment, once per reference", async () => {
    expect((await ask(repay)).json).toMatchObject({ totalPaid: 36_333.33 });
    expect((await ask(repay, { amount: 333.33, reference: "r-1" })).json).toMatchObject({ totalPaid: 36_666.66 });
    expect((await ask(repay, { amount: 333.33, reference: "r-1" })).json).toMatchObject({ totalPaid: 36_666.66 });
    expect((await ask(repay, { reference: "r-1" })).json).toMatchObject({ totalPaid: 36_666.66 });
    expect(await ask(repay, { amount: 1, reference: "r-1" })).toMatchObject({
      status: 409,
      json: { code: "DEDUCTION_CONFLICT" },
    });
    expect((await ask(repay)).json).toMatchObject({ totalPaid: 72_666.66 });
    expect((await ask(repay)).json).toMatchObject({ status: "REPAID", totalPaid: 109_000, overpaid: 0 });
    expect(await ask(repay)).toMatchObject(conflict);
    expect((await ask(repay, { amount: 10 })).json).toMatchObject({ status: "REPAID", overpaid: 10 });
  });

  test("is repaid in the past, not in the future", async () => {
    const yesterday = later(now(), -day).toISOString();
    expect((await ask(repay, { occurredAt: yesterday })).status).toBe(200);
    expect(await ask(repay, { occurredAt: later(now(), day).toISOString() })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "occurredAt" }] },
    });
  });

  test("has its deductions reversed: the last, a named one, a part, and nothing twice", async () => {
    expect(await ask(reverse)).toMatchObject(conflict);
    await ask(repay, { amount: 100, reference: "a" });
    await ask(repay, { amount: 200, reference: "b" });
    expect((await ask(reverse)).json).toMatchObject({ totalPaid: 100 });
    expect((await ask(reverse, { reference: "b" })).json).toMatchObject({ totalPaid: 100 });
    expect((await ask(reverse, { reference: "a", amount: 30 })).json).toMatchObject({ totalPaid: 70 });
    expect((await ask(reverse, { reference: "a", amount: 80 })).json).toMatchObject({ totalPaid: 70 });
    expect((await ask(reverse)).json).toMatchObject({ totalPaid: 0 });
    expect(await ask(reverse, { reference: "unknown" })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "amount" }] },
    });
    expect((await ask(reverse, { reference: "early", amount: 50 })).json).toMatchObject({ totalPaid: 0 });
    expect((await ask(repay, { reference: "early", amount: 50 })).json).toMatchObject({ totalPaid: 0 });
  });

  test("is paused, resumed and changed, each answer saying so", async () => {
    expect((await ask(pause)).json).toMatchObject({ status: "ACTIVE", deduction: { paused: true } });
    expect((await ask(pause, { reason: "Again." })).json).toMatchObject({ deduction: { paused: true } });
    expect((await ask(resume)).json).toMatchObject({ deduction: { paused: false } });
    expect((await ask(resume, {})).json).toMatchObject({ deduction: { paused: false } });
    const changed = await ask(changeTerms, { minimumDeduction: 0 });
    expect(changed.json).toMatchObject({ deduction: { percentage: 10, minimum: 0 }, proposal: null });
    expect((await ask(changeTerms)).json).toMatchObject({ deduction: { percentage: 10, minimum: 0 } });
    const proposed = {
      deduction: { minimum: 0 },
      proposal: { minimumDeduction: 250.5, reason: "Terms were changed." },
    };
    expect((await ask(changeTerms, { minimumDeduction: 250.5 })).json).toMatchObject(proposed);
    expect((await ask(changeTerms)).json).toMatchObject(proposed);
  });

  test("defaults and is written off, in this order", async () => {
    expect(await ask(writeOff)).toMatchObject(conflict);
    expect((await ask(setDefault)).json).toMatchObject({ status: "DEFAULTED" });
    expect((await ask(setDefault, {})).json).toMatchObject({ status: "DEFAULTED" });
    expect((await ask(writeOff)).json).toMatchObject({ status: "WRITTEN_OFF", outstanding: { total: 0 } });
    expect((await ask(writeOff)).json).toMatchObject({ status: "WRITTEN_OFF" });
    expect((await ask(repay)).json).toMatchObject({ status: "WRITTEN_OFF", recovered: 36_333.33 });
    expect(await ask(cancel)).toMatchObject(conflict);
  });
});

describe("when the clock moves on", () => {
  const days = 86_400;
  let tester: TestMarketplace;
  beforeEach(async () => {
    tester = await createMarketplace();
    merchantId = (await lendableMerchant(tester.test)).merchantId;
    loanId = (await anyLoan(tester.test, merchantId)).loanId;
  });
  const own = (helper: Route, body?: unknown) => ask(helper, body, { key: tester.testKey });
  const advance = (seconds: number) => call(advanceClock, { key: tester.testKey, body: { seconds } });
  const told = async () => (await toldOf(merchantId)).map(({ event }) => event);

  test("a slow bank pays", async () => {
    await own(accept, { bankCode: "058", accountNumber: "0123458888" });
    expect(await told()).toEqual([]);
    await advance(120);
    expect(await told()).toEqual(["loan.disbursed"]);
    expect((await own(accept)).json.status).toBe("ACTIVE");
  });

  test("an offer expires", async () => {
    await advance(31 * days);
    const [told] = await toldOf(merchantId);
    expect(told).toMatchObject({ event: "loan.cancelled", reason: "EXPIRED" });
  });

  test("what was deducted too much is refunded, and what is not paid defaults", async () => {
    await own(accept, { accountNumber: "0123452222" });
    await own(repay, { amount: 110_000 });
    await advance(2 * days);
    expect((await own(repay, { amount: 1, reference: "late" })).json).toMatchObject({ overpaid: 1 });
    await advance(2 * days);
    expect((await own(reverse, { reference: "late" })).json).toMatchObject({ status: "ACTIVE", totalPaid: 108_999 });
    await advance(200 * days);
    expect((await told()).at(-1)).toBe("loan.defaulted");
  });
});

describe("of loans that are not there, live keys and other marketplaces", () => {
  let stranger: TestMarketplace;
  // One loan for all: what is refused leaves it as it was.
  beforeAll(async () => {
    stranger = await createMarketplace();
    await anotherLoan();
  });

  const helpers = { accept, repay, reverse, default: setDefault, pause, resume, changeTerms, writeOff, cancel };
  describe.each(Object.entries(helpers))("%s", (name, helper) => {
    const body = name === "repay" || name === "reverse" ? { amount: 10, reference: "x" } : {};

    test("does not find what does not exist, or is somebody else's", async () => {
      const stored = await storedState();
      const answers = [
        await ask(helper, body, { id: "loan_00000000000000000000000000" }),
        await ask(helper, body, { key: stranger.testKey }),
      ];
      for (const { status, json } of answers) {
        expect([status, json.code, json.detail]).toEqual([404, "NOT_FOUND", "No such loan."]);
      }
      expect(await storedState()).toEqual(stored);
    });

    test("is for test keys", async () => {
      expect(await ask(helper, body, { key: marketplace.liveKey })).toMatchObject({
        status: 403,
        json: { code: "TEST_KEY_REQUIRED" },
      });
    });
  });
});
