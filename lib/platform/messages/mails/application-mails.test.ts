import { and, asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { operatorIn, type Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { reachOf } from "@/lib/kernel/reach";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { smtpSender } from "@/lib/platform/providers/mail";
import type { Outcome } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { anyMerchant, completeKyc, sandboxActor } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { startMailServer } from "@/test/factories/mail-server";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { findNotification, findUnreadApprovals, listNotifications } from "./list-notifications";
import { markRead } from "./mark-read";
import { renderMerchantMail } from "./render-mail";
import { sendMail } from "./send-mail";

useDatabase();

const at = now();
let market: TestMarketplace;
let operator: Awaited<ReturnType<typeof anyOperator>>["actor"];
beforeAll(async () => {
  market = await createMarketplace({ live: true });
  operator = (await anyOperator()).actor;
});

const approve = { status: "APPROVED" } as const;
const reject = { status: "REJECTED", reason: "The certificate is not yours." } as const;
const asked = { step: "documents", item: "CAC_CERTIFICATE", reasonCode: "X", resolved: false } as const;
const sendBack: Outcome = {
  status: "REQUIRES_UPDATE",
  requirements: [
    { ...asked, message: "The certificate cannot be read." },
    { ...asked, step: "directors", item: "x", message: "BVN 22233344455 is another's: call 08012345678." },
  ],
};

/** A merchant whose application was sent, and what decides it. */
async function sentBy(tenant: Tenant, merchantId: string) {
  await completeKyc(tenant, merchantId);
  const submit = () => submitKyc({ actor: sandboxActor(tenant), ref: merchantId, now: at });
  await submit();
  const actor = tenant.environment === "test" ? sandboxActor(tenant) : operatorIn(tenant, operator);
  const seen = async () => (await readForReview(reachOf(actor), merchantId, at)).evidenceDigest;
  const decide = async (outcome: Outcome) =>
    reviewKyc({ actor, ref: merchantId, outcome, seen: await seen(), now: at });
  const told = () => db().select().from(mails).where(eq(mails.merchantId, merchantId)).orderBy(asc(mails.id));
  return { merchantId, submit, decide, told };
}

async function apiMade(address: string | null, tenant = market.test) {
  const { merchantId } = await anyMerchant(tenant);
  await db().update(merchants).set({ email: address }).where(eq(merchants.id, merchantId));
  return sentBy(tenant, merchantId);
}

async function held(tenant: Tenant) {
  const account = await anyAccount(tenant);
  return { account, ...(await sentBy(tenant, account.merchantIds[0] ?? "")) };
}

test("each decision is told once, with the reviewer's words; that somebody has begun to review is not", async () => {
  const { decide, submit, told } = await apiMade("ada@shop.example");
  await decide({ status: "IN_REVIEW" });
  expect(await told()).toEqual([]);
  await decide(reject);
  await decide(sendBack);
  await submit();
  await decide(sendBack);
  await submit();
  await decide(approve);
  await expect(decide(approve)).rejects.toMatchObject({ code: "KYC_NOT_REVIEWABLE" });
  const all = await told();
  expect(all.map(({ kind, recipient }) => [kind, recipient])).toEqual(
    ["REJECTED", "SENT_BACK", "SENT_BACK", "APPROVED"].map((kind) => [`APPLICATION_${kind}`, "ada@shop.example"]),
  );
  expect(all.map(({ subject }) => subject)).toEqual([
    "We could not approve your application",
    "Your application is open again",
    "Your application needs a change",
    "Your application is approved",
  ]);
  const [rejected, reopened, again, approved] = all.map(({ body }) => body);
  expect(rejected).toContain("The reason is below.\n\nThe certificate is not yours.");
  expect(reopened).toContain("Your application is open again");
  expect(reopened).toContain("Documents: The certificate cannot be read.");
  expect(again).toContain("We need a little more from you");
  expect(approved).toContain("You can now ask for funding");
  for (const { html, dueAt } of all) expect([html?.includes("<a "), dueAt]).toEqual([false, at]);
});

test("a decision that is rolled back was never told, and a merchant without an address hears nothing", async () => {
  const known = await apiMade("ada@shop.example");
  await transaction(async () => {
    await known.decide(approve);
    throw new Error("killed");
  }).catch(() => {});
  expect(await known.told()).toEqual([]);
  const unknown = await apiMade(null);
  await unknown.decide(approve);
  expect(await unknown.told()).toEqual([]);
});

test("the account that holds the merchant is written to, led to the application, and finds it in its notifications", async () => {
  const { account, merchantId, decide, told } = await held(market.test);
  await decide(approve);
  const [mail] = await told();
  expect(mail?.recipient).toBe(account.email);
  expect(mail?.body).toContain(`${env().baseUrl}/account/kyc/${merchantId}`);
  const { rows } = await listNotifications(account.id, { limit: 5, unread: true });
  expect(rows.map(({ subject }) => subject)).toEqual(["Your application is approved"]);
  expect(await findNotification(account.id, mail?.id ?? "")).toMatchObject({ kind: mail?.kind, merchantId });

  const other = await held(market.test);
  expect(await findUnreadApprovals(account.id)).toEqual(new Map([[merchantId, mail?.id]]));
  expect(await findUnreadApprovals(other.account.id)).toEqual(new Map());
  await markRead({ userId: account.id, mailId: mail?.id ?? "", realNow: at });
  expect(await findUnreadApprovals(account.id)).toEqual(new Map());
});

test("an approval that an offer has come of is nothing new any more", async () => {
  const { account, merchantId, decide } = await held(market.test);
  await decide(approve);
  expect([...(await findUnreadApprovals(account.id)).keys()]).toEqual([merchantId]);
  await anyLoan(market.test, merchantId);
  expect(await findUnreadApprovals(account.id)).toEqual(new Map());
});

test("what has been taken back or acted upon before its mail could be sent is not told any more", async () => {
  const server = await startMailServer();
  const { decide, submit, told } = await apiMade("ada@shop.example", market.live);
  const send = async (kind: "APPLICATION_REJECTED" | "APPLICATION_SENT_BACK" | "APPLICATION_APPROVED") => {
    const waiting = (await told()).filter((mail) => mail.kind === kind && mail.sentAt === null);
    for (const { id } of waiting) await sendMail(id, at, smtpSender({ url: server.url, from: "service@example.com" }));
  };
  await decide(reject);
  await decide(sendBack);
  await send("APPLICATION_REJECTED");
  expect(server.received).toHaveLength(0);
  await send("APPLICATION_SENT_BACK");
  expect(server.received).toHaveLength(1);
  await submit();
  await decide(sendBack);
  await submit();
  await send("APPLICATION_SENT_BACK");
  expect(server.received).toHaveLength(1);
  await decide(approve);
  await send("APPLICATION_APPROVED");
  expect(server.received).toHaveLength(2);
  const unsent = and(eq(mails.marketplaceId, market.live.marketplaceId), eq(mails.environment, "live"));
  expect((await db().select().from(mails).where(unsent)).map(({ kind }) => kind)).toEqual([
    "APPLICATION_SENT_BACK",
    "APPLICATION_APPROVED",
  ]);
});

test("names and words are escaped, identity numbers cut short, phone numbers left, test data marked", () => {
  const about = { business: "A<b>\r\nBcc: x\u202e", marketplace: "M&M's", complaints: "help@x.example", test: true };
  const mail = { kind: "APPLICATION_SENT_BACK", reopened: false, asked: sendBack.requirements } as const;
  const { text, html } = renderMerchantMail(mail, { ...about, page: null });
  expect(text).toContain("Directors: BVN *******4455 is another's: call 08012345678.");
  expect(text + html).not.toMatch(/22233344455|<b>\r|^Bcc:|\u202e/m);
  expect(html).toContain("A&lt;b&gt; Bcc: x");
  expect(text).toContain("This is about test data");
  expect(text).toContain("Complaints: help@x.example");
});
