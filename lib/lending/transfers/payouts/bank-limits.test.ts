import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, payoutAccounts } from "@/db/schema/loans";
import * as settings from "@/lib/kernel/env";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { type PaystackStandIn, startPaystack } from "@/test/paystack/server";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";
import { readLoanBanks } from "./bank-limits";
import { savePayoutAccount } from "./save-payout-account";

useDatabase();
usePlainAgreements();

const key = "sk_live_4444444444444444444444444444444444444444";
let integration = 400_000;
let paystack: PaystackStandIn;
beforeEach(async () => {
  paystack = await startPaystack({ keys: { [key]: ++integration } });
  vi.spyOn(settings, "paystackAddress").mockReturnValue({ baseUrl: paystack.url });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await paystack.stop();
});

const number = "0123456789";
/** At Guaranty Trust Bank all can be done, at Kuda no debit, and the provider has no Polaris Bank. */
const [gtb, kuda, polaris] = ["058", "090267", "076"] as const;

async function acceptedLoan(environment: "live" | "test" = "live") {
  const tenants = await createMarketplace({ live: true });
  const tenant = tenants[environment];
  const { merchantId } = await lendableMerchant(tenant, now());
  const { loanId } = await anyLoan(tenant, merchantId);
  if (environment === "live") {
    const lenderId = await createTestLender({ environment });
    await giveRail(lenderId, String(integration), key);
    await db().update(loans).set({ lenderId }).where(eq(loans.id, loanId));
  }
  const call = { actor: sandboxActor(tenant), loanId, now: now() };
  await acceptOffer(call);
  const save = (bankCode: string) => savePayoutAccount({ ...call, input: { bankCode, accountNumber: number } });
  const saved = () => db().$count(payoutAccounts, eq(payoutAccounts.merchantId, merchantId));
  return { call, save, saved };
}

const refused = (text: RegExp) => ({
  code: "PAYOUT_ACCOUNT_REFUSED",
  fields: [{ field: "bankCode", error: expect.stringMatching(text) }],
});
const enquiries = () => paystack.control.requests.all().filter(({ path }) => path.startsWith("/bank/resolve"));

test("where the lender cannot pay or debit is said before a bank is chosen, and refused before anybody is asked", async () => {
  for (const bankCode of [gtb, "50211"]) paystack.control.accounts.set({ bankCode, number, name: "ADA FOODS" });
  const { call, save, saved } = await acceptedLoan();
  const said = await readLoanBanks(call);
  expect(said.notDebited).toContain(kuda);
  expect(said.notPaid).toContain(polaris);
  expect([...said.notPaid, ...said.notDebited]).not.toContain(gtb);
  await expect(save(kuda)).rejects.toMatchObject(refused(/direct debit/));
  await expect(save(polaris)).rejects.toMatchObject(refused(/cannot send money/));
  expect([await saved(), enquiries().length]).toEqual([0, 0]);
  await save(gtb);
  expect(await saved()).toBe(1);
});

test("the list is asked for once, and where it cannot be read nothing is refused", async () => {
  paystack.control.accounts.set({ bankCode: gtb, number, name: "ADA FOODS" });
  const { call, save, saved } = await acceptedLoan();
  const lists = () => paystack.control.requests.all().filter(({ path }) => path.startsWith("/bank?")).length;
  paystack.control.faults.plan({ path: "/bank", wire: "500", times: 2 });
  expect(await readLoanBanks(call)).toEqual({ notPaid: [], notDebited: [] });
  await save(gtb);
  expect(await saved()).toBe(1);
  expect((await readLoanBanks(call)).notDebited).toContain(kuda);
  const asked = lists();
  await readLoanBanks(call);
  await expect(save(polaris)).rejects.toMatchObject(refused(/cannot send money/));
  expect(lists()).toBe(asked);
});

test("in test every bank of the list will do, and no provider is asked", async () => {
  const { call, save } = await acceptedLoan("test");
  expect(await readLoanBanks(call)).toEqual({ notPaid: [], notDebited: [] });
  await save(kuda);
  expect(paystack.control.requests.all()).toEqual([]);
});
