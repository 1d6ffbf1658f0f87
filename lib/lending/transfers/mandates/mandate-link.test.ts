import { desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { mandateLinks } from "@/db/schema/mandate-links";
import { connections } from "@/db/schema/merchants";
import { auditLog } from "@/db/schema/operations";
import { day, later, minute } from "@/lib/kernel/calendar";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { savePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import * as mandateProviders from "@/lib/platform/providers/mandate";
import { outside } from "@/lib/platform/providers/outside";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, anyAccount, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { usePlainAgreements } from "@/test/plain-agreements";
import { instant } from "@/test/time";
import { agreeMandate } from "./agree-mandate";
import { declineMandate } from "./decline-mandate";
import { type ClosedLink, closedLinks } from "./link-state";
import { newMandateLinkId, purgeMandateLinks, storeMandateLink } from "./mandate-link";
import { readMandateRequest } from "./read-mandate-request";
import { requestMandate } from "./request-mandate";

useDatabase();
usePlainAgreements();

const start = instant("2026-03-02T09:00:00Z");
let marketplace: TestMarketplace;
let merchantId: string;
let loanId: string;
beforeAll(async () => {
  marketplace = await createMarketplace();
});
beforeEach(async () => {
  merchantId = (await lendableMerchant(marketplace.test)).merchantId;
  loanId = (await acceptedLoan(marketplace.test, merchantId, { now: start })).loanId;
  await savePayoutAccount({ ...call(), input: anyAccount });
});

const call = (now = start) => ({ actor: sandboxActor(marketplace.test), loanId, now });
const linksOf = () => db().select().from(mandateLinks).where(eq(mandateLinks.loanId, loanId));
const mandateOf = async () =>
  (await db().select().from(mandates).where(eq(mandates.loanId, loanId)).orderBy(desc(mandates.id)))[0];

async function newLink(realNow = start): Promise<string> {
  const { url } = await requestMandate({ ...call(), realNow });
  return url?.split("/").at(-1) ?? "";
}

/** Checks that the link accepts no answer and that opening it shows why. */
async function expectClosed(linkId: string, reason: ClosedLink, realNow = start) {
  expect(await readMandateRequest(linkId, realNow)).toEqual({ closed: reason });
  const stored = await storedState();
  const refused = { code: "LINK_NOT_VALID", message: expect.stringContaining(closedLinks[reason].title) };
  await expect(agreeMandate({ linkId, realNow })).rejects.toMatchObject(refused);
  await expect(declineMandate({ linkId, realNow })).rejects.toMatchObject(refused);
  expect(await storedState()).toEqual(stored);
}

test("shows who asks for what, every time it is opened", async () => {
  const linkId = await newLink();
  const stored = await storedState();
  for (const _ of [1, 2]) {
    expect(await readMandateRequest(linkId, start)).toEqual({
      open: {
        lenderName: expect.stringMatching(/./),
        marketplaceName: expect.stringMatching(/^Marketplace /),
        businessName: expect.stringMatching(/^Shop /),
        reference: expect.stringMatching(/^LN-2026-/),
        bankName: "Guaranty Trust Bank",
        lastFour: "6789",
        accountName: expect.stringMatching(/^Shop /),
        limit: 109_000,
        limitInWords: "one hundred and nine thousand naira",
      },
    });
  }
  expect(await storedState()).toEqual(stored);
});

test("is kept as a digest alone", async () => {
  const linkId = await newLink();
  expect(linkId).toMatch(/^[0-9A-Za-z]{32}$/);
  const rows = await db().execute<{ r: string }>("select to_jsonb(t)::text as r from mandate_links t");
  expect(rows.some(({ r }) => r.includes(linkId))).toBe(false);
});

test("agreed to, the mandate is given and the loan is due to be paid out", async () => {
  const linkId = await newLink();
  expect(await mandateOf()).toMatchObject({ status: "PENDING", activatedAt: null });
  await agreeMandate({ linkId, realNow: start });
  expect(await mandateOf()).toMatchObject({ status: "ACTIVE", providerReference: expect.stringMatching(/^SBM-/) });
  const noted = await db().select().from(auditLog).where(eq(auditLog.subjectId, loanId)).orderBy(auditLog.number);
  expect(noted.slice(-2)).toMatchObject([
    { action: "loan.mandate-request" },
    { action: "loan.mandate", actor: "sandbox" },
  ]);
  await expectClosed(linkId, "agreed");
  await serviceLoan(loanId, start);
  await expectClosed(linkId, "agreed");
});

test("declined, there is no mandate, and it can be requested again", async () => {
  const linkId = await newLink();
  await declineMandate({ linkId, realNow: start });
  expect(await mandateOf()).toMatchObject({ status: "PENDING" });
  await expectClosed(linkId, "used");
  await agreeMandate({ linkId: await newLink(), realNow: start });
  expect(await mandateOf()).toMatchObject({ status: "ACTIVE" });
});

describe("is no longer valid", () => {
  test("after 15 minutes", async () => {
    const linkId = await newLink();
    await expectClosed(linkId, "expired", later(start, 15 * minute));
    await agreeMandate({ linkId, realNow: later(start, 15 * minute - 1) });
  });

  test("where it never was", async () => {
    for (const linkId of ["", "x", "a".repeat(32), "../..", "\u0000"]) await expectClosed(linkId, "unknown");
  });

  test("once three newer ones are open; a used one closes none", async () => {
    const links = [await newLink(), await newLink(later(start, 1)), await newLink(later(start, 2))];
    await declineMandate({ linkId: links[2] ?? "", realNow: start });
    links.push(await newLink(later(start, 3)));
    expect(await readMandateRequest(links[0] ?? "", start)).toHaveProperty("open");
    links.push(await newLink(later(start, 4)));
    await expectClosed(links[0] ?? "", "unknown");
    expect(await readMandateRequest(links[1] ?? "", start)).toHaveProperty("open");
    expect(await linksOf()).toHaveLength(4);
  });

  test("once another account was given, also if the first comes back", async () => {
    const linkId = await newLink();
    await savePayoutAccount({ ...call(), input: { ...anyAccount, accountNumber: "0123456780" } });
    await expectClosed(linkId, "changed");
    await savePayoutAccount({ ...call(), input: anyAccount });
    await expectClosed(linkId, "changed");
    await agreeMandate({ linkId: await newLink(), realNow: start });
  });

  test("once the offer was declined or has expired", async () => {
    const linkId = await newLink();
    await cancelLoan({ ...call(), input: { reason: "DECLINED" } });
    await expectClosed(linkId, "over");
    expect(await mandateOf()).toMatchObject({ status: "CANCELLED" });
  });

  test("once the merchant is disconnected: nothing may be paid out to it then", async () => {
    const linkId = await newLink();
    await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
    await expectClosed(linkId, "over");
    expect(await mandateOf()).toMatchObject({ status: "PENDING" });
  });

  test("once somebody agreed by another link; declining by it then revokes nothing", async () => {
    const [one, other] = [await newLink(), await newLink()];
    await agreeMandate({ linkId: one, realNow: start });
    await expectClosed(other, "agreed");
    expect(await mandateOf()).toMatchObject({ status: "ACTIVE" });
  });
});

describe("while the provider is asked", () => {
  const during = (create: () => Promise<mandateProviders.MandateOutcome>) =>
    vi
      .spyOn(mandateProviders, "mandateProvider")
      .mockReturnValueOnce(outside("mandate", { ...mandateProviders.sandboxMandates, create }));
  const agreed: mandateProviders.MandateOutcome = { status: "ACTIVE", reference: "for what was asked" };

  test("another account is given: the mandate that was requested lapses", async () => {
    const linkId = await newLink();
    const other = { ...anyAccount, accountNumber: "0123456780" };
    during(async () => {
      await savePayoutAccount({ ...call(), input: other });
      return agreed;
    });
    await expect(agreeMandate({ linkId, realNow: start })).rejects.toMatchObject({
      code: "LINK_NOT_VALID",
      message: expect.stringContaining(closedLinks.changed.title),
    });
    expect(await mandateOf()).toMatchObject({ status: "PENDING", providerReference: null });
    await agreeMandate({ linkId: await newLink(), realNow: start });
    expect(await mandateOf()).toMatchObject({ providerReference: expect.stringMatching(/^SBM-/) });
  });

  test("it fails: the link is good still", async () => {
    const linkId = await newLink();
    during(async () => Promise.reject(new Error("down")));
    await expect(agreeMandate({ linkId, realNow: start })).rejects.toThrow("down");
    expect(await readMandateRequest(linkId, start)).toHaveProperty("open");
    during(async () => ({ status: "PENDING" }));
    await expect(agreeMandate({ linkId, realNow: start })).rejects.toThrow("does not know of the consent");
    await agreeMandate({ linkId, realNow: start });
    expect(await mandateOf()).toMatchObject({ status: "ACTIVE" });
  });
});

describe("at once", () => {
  test("many agree by one link: one does", async () => {
    const linkId = await newLink();
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => agreeMandate({ linkId, realNow: start })));
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of tried)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "LINK_NOT_VALID" });
    const noted = await db().select().from(auditLog).where(eq(auditLog.subjectId, loanId));
    expect(noted.filter(({ action }) => action === "loan.mandate")).toHaveLength(1);
  });

  test("one agrees and one declines: the first of them counts", async () => {
    const linkId = await newLink();
    const [agreed, declined] = await Promise.allSettled([
      agreeMandate({ linkId, realNow: start }),
      declineMandate({ linkId, realNow: start }),
    ]);
    expect([agreed?.status, declined?.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect(await mandateOf()).toMatchObject({ status: agreed?.status === "fulfilled" ? "ACTIVE" : "PENDING" });
  });

  test("one agrees while another account is given: no mandate on the new one", async () => {
    const linkId = await newLink();
    const other = { ...anyAccount, accountNumber: "0123456780" };
    await Promise.allSettled([
      savePayoutAccount({ ...call(), input: other }),
      agreeMandate({ linkId, realNow: start }),
      newLink(),
    ]);
    await serviceLoan(loanId, start);
    await expect(acceptOffer(call())).resolves.toBe("ACCEPTED");
    expect(await mandateOf()).toMatchObject({ status: expect.any(String) });
    await agreeMandate({ linkId: await newLink(), realNow: start });
    await serviceLoan(loanId, start);
    await expect(acceptOffer(call())).resolves.toBe("DISBURSING");
  });

  test("links are requested while one is answered: no deadlock", async () => {
    const linkId = await newLink();
    await Promise.all([newLink(), agreeMandate({ linkId, realNow: start }), newLink()]);
    expect(await mandateOf()).toMatchObject({ status: "ACTIVE" });
  });
});

test("live there is no bank: the mandate waits, and there is no link", async () => {
  const { live } = marketplace;
  const shop = await lendableMerchant(live);
  const offer = await anyLoan(live, shop.merchantId, { now: start });
  const asking = { actor: sandboxActor(live), loanId: offer.loanId, now: start };
  await acceptOffer(asking);
  // Live, no account is accepted without a bank either; this one is inserted as if there had been one.
  await db().execute(`insert into payout_accounts (id, marketplace_id, environment, merchant_id, bank_code,
      account_number_encrypted, last_four, account_name, name_matches, verified_at)
    select 'acc_live', l.marketplace_id, l.environment, l.merchant_id, a.bank_code, a.account_number_encrypted, '6789',
      a.account_name, true, now() from loans l, payout_accounts a where l.id = '${offer.loanId}' limit 1`);
  await db().execute(`update loans set payout_account_id = 'acc_live' where id = '${offer.loanId}'`);
  expect(await requestMandate({ ...asking, realNow: start })).toEqual({
    status: "PENDING",
    url: null,
    expiresAt: null,
  });
  expect(await db().select().from(mandateLinks).where(eq(mandateLinks.loanId, offer.loanId))).toEqual([]);

  // The sandbox's bank would not know one, however it came about.
  const id = newMandateLinkId();
  await storeMandateLink({ id, tenant: live, loanId: offer.loanId, payoutAccountId: "acc_live", realNow: start });
  expect(await readMandateRequest(id, start)).toEqual({ closed: "unknown" });
  await expect(agreeMandate({ linkId: id, realNow: start })).rejects.toMatchObject({ code: "LINK_NOT_VALID" });
});

test("the helper that accepts agrees at once, also where a link was asked for before", async () => {
  const linkId = await newLink();
  await acceptLoan({ ...call(), input: {} });
  await expect(acceptOffer(call())).resolves.toBe("ACTIVE");
  await expectClosed(linkId, "agreed");
});

test("is forgotten a day after it expired", async () => {
  await newLink();
  await purgeMandateLinks({ realNow: later(start, day + 15 * minute), limit: 1_000 });
  expect(await linksOf()).toHaveLength(1);
  await purgeMandateLinks({ realNow: later(start, day + 15 * minute + 1), limit: 1_000 });
  expect(await linksOf()).toEqual([]);
});
