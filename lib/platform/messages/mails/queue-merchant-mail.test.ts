import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { claimDue } from "@/db/due";
import { mandates, payoutAccounts } from "@/db/schema/loans";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { ownedBy } from "@/db/tenancy";
import type { Environment } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { smtpSender } from "@/lib/platform/providers/mail";
import { useDatabase } from "@/test/database";
import { setLoan } from "@/test/factories/disbursed-loan";
import { anyBusinessInfo, anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { startMailServer } from "@/test/factories/mail-server";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { mailRetention, purgeMails } from "./purge-mails";
import { queueMerchantMail } from "./queue-merchant-mail";
import { sendMail } from "./send-mail";
import { merchantOfLink } from "./summary-link";

useDatabase();

const at = now();
let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await createMarketplace({ live: true });
});

/** An offer to a merchant that the marketplace has given this address, and what writes to it. */
async function offered(address: string | null, environment: Environment = "live") {
  const tenant = marketplace[environment];
  const { merchantId } = await anyMerchant(tenant);
  await db().update(merchants).set({ email: address }).where(eq(merchants.id, merchantId));
  const { loanId } = await anyLoan(tenant, merchantId, { now: at });
  const repaid = { kind: "REPAID", at, paid: kobo(500), coolingOff: false } as const;
  const write = (change: object = {}) =>
    queueMerchantMail({ tenant, merchantId, loanId, now: at, ...repaid, ...change });
  const queued = () => db().select().from(mails).where(eq(mails.loanId, loanId)).orderBy(mails.id);
  return { tenant, merchantId, loanId, write, queued };
}

const weekly = {
  kind: "WEEKLY_SUMMARY",
  from: "2026-03-02",
  to: "2026-03-08",
  sold: null,
  paid: kobo(0),
  on: "2026-03-09",
  outstanding: kobo(500),
  next: null,
  aheadBehind: kobo(0),
  paused: false,
  forecast: null,
};

test("an offer is announced with it, and each fact is told once, also by two at once", async () => {
  const { write, queued } = await offered("ada@shop.example");
  await Promise.all([write(), write()]);
  await write();
  const told = await queued();
  expect(told.map(({ kind }) => kind)).toEqual(["OFFER_READY", "REPAID"]);
  expect(told[0]).toMatchObject({ recipient: "ada@shop.example", subject: expect.stringContaining("₦100,000.00") });
  expect(told[0]).toMatchObject({ dueAt: at, sentAt: null, body: expect.stringContaining("Test Lender") });
});

test("what is rolled back was never told", async () => {
  const { write, queued } = await offered("ada@shop.example");
  await transaction(async () => {
    await write();
    throw new Error("killed");
  }).catch(() => {});
  expect(await queued()).toHaveLength(1);
  await write();
  expect(await queued()).toHaveLength(2);
});

test("goes to the address that the merchant gave itself; without any, nobody is written to", async () => {
  const known = await offered("old@shop.example", "test");
  const input = { ...anyBusinessInfo, businessEmail: "new@shop.example" };
  await saveBusinessInfo({ actor: sandboxActor(known.tenant), ref: known.merchantId, input, now: at });
  await known.write();
  expect((await known.queued()).map(({ recipient }) => recipient)).toEqual(["old@shop.example", "new@shop.example"]);
  const unknown = await offered(null);
  await unknown.write();
  expect(await unknown.queued()).toEqual([]);
});

test("live mail has both parts; only the weekly summary can be ended, by a POST alone", async () => {
  const server = await startMailServer();
  const { write, queued, merchantId } = await offered("ada@shop.example");
  await write();
  await write(weekly);
  await claimDue(mails, 100, at);
  for (const { id } of await queued()) {
    await sendMail(id, at, smtpSender({ url: server.url, from: "service@example.com" }));
  }
  expect(await queued()).toEqual(Array(3).fill(expect.objectContaining({ sentAt: at })));
  for (const sent of server.received) expect(sent).toMatch(/text\/plain[\s\S]*text\/html[\s\S]*<!doctype html>/);
  const [offer, repaid, summary] = server.received.map((sent) => sent.replace(/\n[ \t]+/g, " "));
  expect(`${offer}${repaid}`).not.toContain("List-Unsubscribe");
  expect(summary).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const [, name = ""] = /^List-Unsubscribe: <http\S+\/mail\/weekly-summary\/(\S+)>$/m.exec(summary ?? "") ?? [];
  expect(merchantOfLink(name)).toBe(merchantId);
});

test.each([
  [
    "accepted",
    (call: Parameters<typeof cancelLoan>[0]) => setLoan(call.actor.tenant, call.loanId, { status: "ACCEPTED" }),
  ],
  ["declined", cancelLoan],
])("an offer that was %s before its mail could be sent is not announced any more", async (_, answer) => {
  const server = await startMailServer();
  const { tenant, loanId, queued } = await offered("ada@shop.example");
  const [mail] = await queued();
  await answer({ actor: sandboxActor(tenant), loanId, input: { reason: "DECLINED" }, now: at });
  await sendMail(mail?.id ?? "", at, smtpSender({ url: server.url, from: "service@example.com" }));
  expect(server.received).toEqual([]);
  expect(await queued()).toEqual([]);
});

test.each([
  ["CANCELLED", 0],
  ["ANNOUNCED", 1],
] as const)("an announced debit that is %s is told: %s", async (status, times) => {
  const server = await startMailServer();
  const { tenant, merchantId, loanId, write, queued } = await offered("ada@shop.example");
  const payment = { id: newId("payment"), loanId, mandateId: newId("mandate"), source: "MANDATE", status } as const;
  const payoutAccountId = newId("payoutAccount");
  const account = { bankCode: "058", accountNumber: "sealed", lastFour: "6789", accountName: "Ada", nameMatches: true };
  const owned = ownedBy(tenant);
  await db()
    .insert(payoutAccounts)
    .values({ id: payoutAccountId, ...owned, merchantId, ...account, verifiedAt: at });
  await db()
    .insert(mandates)
    .values({ id: payment.mandateId, ...owned, loanId, payoutAccountId, status: "ACTIVE", createdAt: at });
  await db()
    .insert(payments)
    .values({ ...payment, ...owned, amount: kobo(500), orderedAt: at });
  const announced = { paymentId: payment.id, amount: kobo(500), debitOn: "2026-05-04", bankName: "GTBank" };
  await write({ kind: "DEBIT_ANNOUNCED", ...announced, lastFour: "6789" });
  const mail = (await queued()).find(({ kind }) => kind === "DEBIT_ANNOUNCED");
  await sendMail(mail?.id ?? "", at, smtpSender({ url: server.url, from: "service@example.com" }));
  expect(server.received).toHaveLength(times);
});

test("mails are kept for three months", async () => {
  const { write, queued } = await offered("ada@shop.example");
  await write();
  const [first, second] = await queued();
  const old = later(at, -mailRetention - minute);
  await db()
    .update(mails)
    .set({ createdAt: old })
    .where(eq(mails.id, first?.id ?? ""));
  await purgeMails({ realNow: at, limit: 100 });
  expect(await queued()).toEqual([second]);
});

test("who has switched the weekly summary off gets all other mails", async () => {
  const { write, queued, merchantId } = await offered("ada@shop.example");
  await db().update(merchants).set({ weeklySummary: false }).where(eq(merchants.id, merchantId));
  await write(weekly);
  await write();
  expect((await queued()).map(({ kind }) => kind)).toEqual(["OFFER_READY", "REPAID"]);
});

test("a link that was changed is nobody's", () => {
  expect(merchantOfLink("mer_1.0000")).toBeNull();
  expect(merchantOfLink("mer_1")).toBeNull();
  expect(merchantOfLink("")).toBeNull();
});
