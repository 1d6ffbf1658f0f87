import { randomUUID } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { api, type Json } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";
import { director, merchantOf } from "@/e2e/merchant";

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const dayCount = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

test("a merchant goes from nothing to an approved loan with the secret key alone", async ({ marketplace }) => {
  const { client, receiver } = marketplace;
  const merchant = merchantOf(client, "ada-kitchen");

  const created = await merchant.create({ externalReference: "crm-77" });
  expect(created).toEqual({
    merchantId: expect.stringMatching(/^mer_/),
    connectionId: expect.stringMatching(/^con_/),
    thirdPartyCustomerId: "ada-kitchen",
    created: true,
  });
  expect(await merchant.create()).toEqual({ ...created, created: false });
  expect(await merchant.status()).toMatchObject({
    merchantId: created.merchantId,
    connectionStatus: "PENDING",
    kyc: { currentStep: "business-info", completedSteps: [], overallProgress: 0, status: "PENDING" },
    creditScore: null,
    fundingRequests: [],
  });

  expect(await merchant.sendSales()).toMatchObject({ accepted: true, status: "processing", ...idsOf(created) });
  await expect.poll(async () => (await merchant.status()).creditScore?.score ?? 0).toBeGreaterThan(50);

  await merchant.saveBusiness();
  const { directors } = await merchant.saveDirectors();
  const identityNumber = `*******${director().identityNumber.slice(-4)}`;
  expect(directors).toMatchObject([{ identityNumber, verificationStatus: "VERIFIED", isPrimary: true }]);
  const { kyc, document } = await merchant.attach();
  expect(document).toMatchObject({ documentType: "CAC_CERTIFICATE", mimeType: "application/pdf" });
  expect(kyc).toMatchObject({ remainingSteps: ["review"], overallProgress: 75, canProceed: true });
  expect((await merchant.submit()).kyc).toMatchObject({ status: "SUBMITTED", overallProgress: 100 });

  const request = await merchant.fund({ amountRequested: 250_000.5 });
  expect(request).toEqual({
    id: expect.stringMatching(/^fr_/),
    status: "PENDING",
    amountRequested: 250_000.5,
    tenorDays: 365,
    purpose: "Inventory purchase",
  });

  // Nobody helps: the sandbox reviews by itself, and the approval wakes the request.
  await expect.poll(async () => (await merchant.status()).fundingRequests[0].status).toBe("FULFILLED");
  const status = await merchant.status();
  expect(status).toMatchObject({
    connectionStatus: "ACTIVE",
    kyc: { status: "APPROVED", currentStep: "review", remainingSteps: [], overallProgress: 100 },
    fundingRequests: [{ id: request.id, loanId: expect.stringMatching(/^loan_/), failureReason: null }],
  });

  await expect.poll(() => receiver.of("ada-kitchen").length).toBe(6);
  const events = receiver.of("ada-kitchen");
  expect(events.map(({ event }) => event)).toEqual([
    "merchant.created",
    "kyc.submitted",
    "funding_request.created",
    "kyc.approved",
    "funding_request.fulfilled",
    "loan.approved",
  ]);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(receiver.forged()).toEqual([]);
  for (const event of events) {
    expect(event).toMatchObject({
      event_id: expect.stringMatching(/^evt_/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      api_version: "2026-11-01",
      environment: "test",
      merchant: { service_id: created.merchantId, marketplace_id: "ada-kitchen" },
    });
  }
  const { loanId } = status.fundingRequests[0];
  expect(events[4]).toMatchObject({
    loan_id: loanId,
    funding_request: { id: request.id, amount_requested: 250_000.5 },
  });
  expectCompleteLoan(events[5], { loanId, principal: 250_000.5, tenorDays: 365 });

  const listed = await client.ask("GET", `${api}/events?merchantId=ada-kitchen&limit=100`);
  expect(listed.hasMore).toBe(false);
  expect(listed.data.map((event: Json) => event.payload)).toEqual([...events].reverse());
  await expect
    .poll(async () => statusesOf(await client.ask("GET", `${api}/events?merchantId=${created.merchantId}`)))
    .toEqual(["DELIVERED"]);
});

function expectCompleteLoan(event: Json, { loanId, principal, tenorDays }: Json) {
  const { loan, lender, terms, repayment, schedule } = event;
  expect(loan).toEqual({ id: loanId, reference: expect.stringMatching(/./), status: "APPROVED" });
  expect(lender).toEqual({ id: expect.stringMatching(/^lnd_/), name: expect.stringMatching(/./) });
  expect(terms).toEqual({
    principal_amount: principal,
    interest_rate: expect.any(Number),
    annual_percentage_rate: expect.any(Number),
    scheduled_annual_percentage_rate: expect.any(Number),
    assumed_monthly_sales: expect.any(Number),
    expected_days: expect.any(Number),
    tenor_days: tenorDays,
    total_repayment: expect.any(Number),
    currency: "NGN",
  });
  expect(terms.interest_rate).toBeGreaterThan(0);
  // The rate has four decimals; the total is rounded to the kobo.
  const fee = terms.total_repayment - principal;
  expect(Math.abs(fee - (principal * terms.interest_rate) / 100)).toBeLessThanOrEqual(principal * 5e-7 + 0.006);
  expect(terms.annual_percentage_rate).toBeGreaterThan(terms.scheduled_annual_percentage_rate);
  expect(terms.expected_days).toBeGreaterThanOrEqual(30);
  expect(terms.expected_days).toBeLessThanOrEqual(tenorDays);
  expect(repayment).toEqual({
    method: "sales_deduction",
    deduction_percentage: expect.any(Number),
    minimum_deduction: expect.any(Number),
    start_date: event.timestamp.slice(0, 10),
    due_date: expect.any(String),
  });
  expect(dayCount(repayment.start_date, repayment.due_date)).toBe(tenorDays);

  expect(schedule).toHaveLength(Math.floor(tenorDays / 30));
  expect(schedule.map(({ installment }: Json) => installment)).toEqual(schedule.map((_: Json, i: number) => i + 1));
  expect(schedule[0]).toEqual({ installment: 1, due_date: expect.any(String), amount: expect.any(Number) });
  expect(dayCount(repayment.start_date, schedule[0].due_date)).toBe(30);
  expect(schedule.at(-1).due_date).toBe(repayment.due_date);
  expect(sum(schedule.map(({ amount }: Json) => Math.round(amount * 100)))).toBe(
    Math.round(terms.total_repayment * 100),
  );
}

test("above the lending cap is rejected, and a smaller amount goes through as a new request", { tag: "@long" }, async ({
  marketplace,
}) => {
  const { client, receiver, run } = marketplace;
  const merchant = merchantOf(client, "big-dreams");
  await merchant.create();
  await merchant.sendSales();
  await merchant.sendKyc();
  await run();
  const { maxLendingCap } = (await merchant.status()).creditScore;
  expect(maxLendingCap % 1_000).toBe(0);

  const tooMuch = await merchant.fund({ amountRequested: maxLendingCap + 0.01, tenorDays: 730 });
  await run();
  const [rejected] = (await merchant.status()).fundingRequests;
  expect(rejected).toMatchObject({
    id: tooMuch.id,
    status: "REJECTED",
    loanId: null,
    failureReason: "ABOVE_LENDING_CAP",
  });
  expect(receiver.of("big-dreams").at(-1)).toMatchObject({
    event: "funding_request.rejected",
    failure_reason: "ABOVE_LENDING_CAP",
    funding_request: { id: tooMuch.id, status: "REJECTED" },
  });

  await merchant.fund({ amountRequested: 50_000 });
  await run();
  expect((await merchant.status()).fundingRequests).toMatchObject([{ status: "FULFILLED" }, { id: rejected.id }]);
});

test("an event that is sent again has the same id, body and sequence", async ({ marketplace }) => {
  const { client, receiver, run } = marketplace;
  await merchantOf(client, "twice-told").create();
  await run();
  const [event] = receiver.of("twice-told");
  const again = await client.ask("POST", `${api}/events/${event.event_id}/redeliver`);
  expect(again.id).toBe(event.event_id);
  await expect.poll(() => receiver.deliveries.length).toBe(2);
  const [first, second] = receiver.deliveries;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(event.event_id);
  expect(receiver.forged()).toEqual([]);
});

test("the magic last names decide the review, and a BVN on 0000 does not verify", { tag: "@long" }, async ({
  marketplace,
}) => {
  const { client, receiver, run } = marketplace;
  const called = async (id: string, over: Json) => {
    const merchant = merchantOf(client, id);
    await merchant.create();
    const { directors } = await sendKycWith(merchant, over);
    return { merchant, verification: directors[0].verificationStatus };
  };
  const [rejected, update, manual, unverified, passport] = await Promise.all([
    called("named-reject", { lastName: "Reject" }),
    called("named-update", { lastName: "Update" }),
    called("named-manual", { lastName: "Manual" }),
    called("bvn-0000", { identityNumber: "22145670000" }),
    called("passport", { identityType: "PASSPORT", identityNumber: "A04415923" }),
  ]);
  await run();

  expect((await rejected.merchant.status()).kyc).toMatchObject({
    status: "REJECTED",
    rejectionReason: expect.stringContaining("Reject"),
  });
  expect(receiver.of("named-reject").at(-1)).toMatchObject({
    event: "kyc.rejected",
    rejection_reason: expect.stringContaining("Reject"),
  });
  const refused = await client.call("POST", `${rejected.merchant.base}/funding-requests`, {
    body: { amountRequested: 5_000, tenorDays: 30, purpose: "Other" },
  });
  expect([refused.status, refused.json.code]).toEqual([409, "KYC_REJECTED"]);

  const { kyc } = await update.merchant.status();
  expect(kyc).toMatchObject({ status: "REQUIRES_UPDATE", currentStep: "directors", canProceed: true });
  expect(kyc.requirements).toMatchObject([{ step: "directors", resolved: false }]);
  expect(receiver.of("named-update").at(-1)).toMatchObject({ event: "kyc.requires_update" });
  await update.merchant.saveDirectors([director()]);
  expect((await update.merchant.submit()).kyc.status).toBe("SUBMITTED");
  await run();
  expect((await update.merchant.status()).kyc.status).toBe("APPROVED");

  expect((await manual.merchant.status()).kyc.status).toBe("SUBMITTED");
  await client.ask("POST", `${api}/test-helpers/kyc/named-manual/approve`);
  await run();
  expect((await manual.merchant.status()).kyc.status).toBe("APPROVED");
  expect(receiver.of("named-manual").at(-1)).toMatchObject({ event: "kyc.approved" });

  expect(unverified.verification).toBe("MANUAL_REVIEW");
  expect(["PENDING", "MANUAL_REVIEW"]).toContain(passport.verification);
});

async function sendKycWith(merchant: ReturnType<typeof merchantOf>, over: Json) {
  await merchant.saveBusiness();
  const saved = await merchant.saveDirectors([director(over)]);
  await merchant.attach();
  await merchant.submit();
  return saved;
}

test("an embed token names one merchant for 15 minutes and opens nothing else", async ({ marketplace }) => {
  const { client, marketplaceId } = marketplace;
  const merchant = merchantOf(client, "embedded");
  const { merchantId } = await merchant.create();
  const { token, ...rest } = await client.ask("POST", `${merchant.base}/embed-tokens`);
  expect(rest).toEqual({ expiresIn: 900, environment: "test" });
  const claims = decodeJwt(token);
  expect(claims).toMatchObject({ aud: "service:embed", sub: merchantId, marketplaceId, environment: "test" });
  expect(claims).toMatchObject({ iss: client.address, jti: expect.stringMatching(/.{16}/) });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(900);
  expect(Math.abs((claims.iat ?? 0) - Date.now() / 1000)).toBeLessThan(10);
  expect(decodeProtectedHeader(token).alg).toBe("HS256");

  const other = await client.ask("POST", `${merchant.base}/embed-tokens`);
  expect(decodeJwt(other.token).jti).not.toBe(claims.jti);
  const refused = await client.call("GET", merchant.base, { headers: { authorization: `Bearer ${token}` } });
  expect([refused.status, refused.json.code]).toEqual([401, "UNAUTHENTICATED"]);
});

test("an idempotency key gives the first answer again", { tag: "@long" }, async ({ marketplace }) => {
  const { client } = marketplace;
  const merchant = merchantOf(client, "careful");
  const { merchantId } = await merchant.create();
  const key = randomUUID();
  const body = { amountRequested: 9_000, tenorDays: 30, purpose: "Other" };
  const first = await client.call("POST", `${merchant.base}/funding-requests`, { body, key });
  const second = await client.call("POST", `${merchant.base}/funding-requests`, { body, key });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  const other = { ...body, amountRequested: 9_001 };
  const conflict = await client.call("POST", `${merchant.base}/funding-requests`, { body: other, key });
  expect([conflict.status, conflict.json.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  expect((await client.ask("GET", `${api}/merchants/${merchantId}`)).fundingRequests).toHaveLength(1);
});

const idsOf = ({ merchantId, thirdPartyCustomerId }: Json) => ({ merchantId, thirdPartyCustomerId });

const statusesOf = ({ data }: Json) => [...new Set(data.map((event: Json) => event.delivery.status))];
