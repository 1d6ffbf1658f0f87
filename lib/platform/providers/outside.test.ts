import { readdir } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { mails } from "@/db/schema/operations";
import { payments } from "@/db/schema/payments";
import { runDue } from "@/lib/edge/jobs/run-due";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { collectPayment } from "@/lib/lending/transfers/payments/collect-payment";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { sendPayout } from "@/lib/lending/transfers/payouts/send-payout";
import { loadLoans } from "@/lib/loans/loans/load-loans";
import { verifyIdentity } from "@/lib/merchants/kyc/verify-identity";
import { queueMail } from "@/lib/platform/messages/mails/queue-mail";
import { sendMail } from "@/lib/platform/messages/mails/send-mail";
import { post } from "@/lib/platform/messages/webhooks/post-webhook";
import { mintToken } from "@/lib/sandbox/demo/backend";
import { useDatabase } from "@/test/database";
import { anyDirector, anyMerchant } from "@/test/factories/kyc";
import { activeLoan, disbursingLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { bankProvider } from "./bank";
import { bankByHand, mandatesByHand } from "./by-hand";
import { dojahBureau } from "./dojah/bureau";
import { identityProvider } from "./identity";
import { mailSender } from "./mail";
import { mandateProvider } from "./mandate";
import { outside } from "./outside";
import { paystackMandates } from "./paystack/debits";
import { paystackDesk } from "./paystack/desk";
import { paystackBank } from "./paystack/transfers";
import { textSender } from "./sms";
import { storage, storageIn } from "./storage";

process.env.SMTP_URL = "smtp://127.0.0.1:9";
Object.assign(process.env, { SMS_URL: "http://127.0.0.1:9/", SMS_KEY: "a key of sixteen" });
useDatabase();

let marketplace: TestMarketplace;
beforeAll(async () => {
  marketplace = await createMarketplace();
});

const rail = { key: "sk_live_1", integration: 1, domain: "live", baseUrl: "http://127.0.0.1:9" } as const;

/** What each file of the folder, and each folder, hands out. */
const parties: Record<string, () => Record<string, object | null>> = {
  "bank.ts": () => ({ test: bankProvider("test"), live: bankProvider("live") }),
  dojah: () => ({ bureau: dojahBureau({ appId: "app", key: "k", tellsBvn: false, baseUrl: "http://127.0.0.1:9" }) }),
  "by-hand.ts": () => ({ bank: bankByHand, mandates: mandatesByHand }),
  "identity.ts": () => ({ test: identityProvider("test"), live: identityProvider("live") }),
  "mail.ts": () => ({ mail: mailSender() }),
  "mandate.ts": () => ({ test: mandateProvider("test"), live: mandateProvider("live") }),
  paystack: () => ({ desk: paystackDesk, bank: paystackBank(rail), mandates: paystackMandates(rail) }),
  "sms.ts": () => ({ sms: textSender() }),
  "storage.ts": () => ({ storage: storage(), disk: storageIn("disk", "used") }),
};
const withoutParty = [
  "asking",
  "disk-storage.ts",
  "identity-provider.ts",
  // Between storage and its callers.
  "marked-storage.ts",
  "outside.ts",
  "patient-fetch.ts",
  "registers.ts",
  "s3-storage.ts",
  "sandbox-registers.ts",
  "spool.ts",
  "two-storages.ts",
];

test("every file with an outside party is covered here", async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => !file.endsWith(".test.ts"));
  expect(files.sort()).toEqual([...Object.keys(parties), ...withoutParty].sort());
});

test.each(Object.entries(parties))("no method of %s can be called inside a transaction", async (_, handOut) => {
  for (const party of Object.values(handOut())) {
    const methods = Object.entries(party ?? {}).filter(([, one]) => typeof one === "function");
    expect(methods.length).toBeGreaterThan(0);
    await transaction(async () => {
      for (const [name, method] of methods) expect(method).toThrow(new RegExp(`\\.${name} was called inside`));
    });
  }
});

test("what is called outside one goes through unchanged", async () => {
  const calculator = outside("calculator", {
    double: (amount: number) => 2 * amount,
    fail: async () => Promise.reject(new Error("down")),
  });
  expect(calculator.double(21)).toBe(42);
  await expect(calculator.fail()).rejects.toThrow("down");
});

describe("who takes a party to be down does not take this for it", () => {
  test("of an identity", async () => {
    const work = transaction(() => verifyIdentity("test", anyDirector()));
    await expect(work).rejects.toThrow("identity.verify was called inside");
  });

  test("of a transfer, which a job makes outside", async () => {
    const { test: tenant } = marketplace;
    const { merchantId } = await anyMerchant(tenant);
    const { payoutId } = await disbursingLoan(tenant, merchantId);
    await expect(transaction(() => sendPayout(payoutId, now()))).rejects.toThrow("bank.transfer was called inside");
    expect(await loadLoans(everyMerchantOf(tenant))).toMatchObject([{ status: "DISBURSING" }]);
    expect(await runDue(tenant)).toBe(true);
    expect(await loadLoans(everyMerchantOf(tenant))).toMatchObject([{ status: "ACTIVE" }]);
  });

  test("of a debit, which a job makes outside, too", async () => {
    const { test: tenant } = marketplace;
    const { merchantId } = await anyMerchant(tenant);
    const { loanId } = await activeLoan(tenant, merchantId);
    const actor = { kind: "embedToken", tenant, merchantId } as const;
    const { id } = await orderPayment({ actor, loanId, input: { amount: 1_000 }, now: now() });
    await expect(transaction(() => collectPayment(id, now()))).rejects.toThrow("mandate.debit was called inside");
    expect(await runDue(tenant)).toBe(true);
    expect(await db().select().from(payments)).toMatchObject([{ id, status: "CONFIRMED" }]);
  });

  test("of a mail", async () => {
    await queueMail({ topic: "webhook", tenant: marketplace.live, subject: "Hello", body: "there", now: now() });
    const [mail] = await db().select().from(mails);
    await expect(transaction(() => sendMail(mail?.id ?? "", now()))).rejects.toThrow("mail.send was called inside");
  });
});

test("neither can a webhook be posted, nor the demo call the service", async () => {
  const request = { url: "http://127.0.0.1:9/", body: "{}", headers: {}, receiver: "any", allowLocal: true };
  await expect(transaction(() => post(request))).rejects.toThrow("post of a webhook was called inside");
  const mint = () => mintToken({ ref: "any", realNow: now() });
  await expect(transaction(mint)).rejects.toThrow("POST /merchants/any/embed-tokens of the demo was called inside");
});
