import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import type { BankProvider, NameEnquiry } from "@/lib/platform/providers/bank";
import { listUnnamed } from "@/lib/surfaces/console/treasury/money-out";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { acceptedLoan, anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { findHolder } from "./find-holder";
import { nameAccount, showAccountToName } from "./name-account";
import { refundOverpayment } from "./refund-overpayment";
import { storePayoutAccount } from "./save-payout-account";

useDatabase();

let live: Tenant;
let merchantId: string;
let loanId: string;
let accountId: string;
beforeAll(async () => {
  live = (await createMarketplace({ live: true })).live;
});
beforeEach(async () => {
  ({ merchantId } = await lendableMerchant(live, now()));
  ({ loanId } = await acceptedLoan(live, merchantId));
  ({ id: accountId } = await storePayoutAccount({ ...call(), input: anyAccount, enquiry: "NOT_CHECKED" }));
});

const call = () => ({ actor: sandboxActor(live), loanId, now: now() });
const account = async () => (await db().select().from(payoutAccounts).where(eq(payoutAccounts.id, accountId)))[0];
const bankThatSays = (enquiry: NameEnquiry) => ({
  nameEnquiry: vi.fn<BankProvider["nameEnquiry"]>(async () => enquiry),
  transfer: vi.fn(),
});

test("nobody answers: it is asked after minutes, then as long after as it has waited, then daily, until it is known", async () => {
  const first = await account();
  expect(Number(first?.dueAt) - Date.now()).toBeLessThanOrEqual(5 * minute);
  const silent = bankThatSays("NOT_CHECKED");
  const begun = Date.now();
  for (const [after, delay] of [
    [2 * minute, 5 * minute],
    [hour, hour],
    [30 * day, day],
  ] as const) {
    const at = later(now(), after);
    const again = Number(await findHolder(accountId, at, silent)) - at.getTime();
    // By when it was given, some moments ago.
    expect(Math.abs(again - delay)).toBeLessThan(Date.now() - begun + minute);
    expect((await account())?.dueAt?.getTime()).toBe(at.getTime() + again);
  }
  const [accountName = ""] = await merchantNames(everyMerchantOf(live), merchantId);
  const answers = bankThatSays({ accountName });
  expect(await findHolder(accountId, now(), answers)).toBeNull();
  expect(await account()).toMatchObject({ accountName, nameMatches: true, dueAt: null, leasedUntil: null });
  expect(await findHolder(accountId, now(), answers)).toBeNull();
  expect(answers.nameEnquiry).toHaveBeenCalledOnce();
});

test("an account that its bank does not know takes the merchant back to the choice", async () => {
  await findHolder(accountId, now(), bankThatSays("UNKNOWN"));
  expect(await account()).toMatchObject({ accountName: null, verifiedAt: expect.any(Date), dueAt: null });
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  expect(loan).toMatchObject({ payoutAccountId: null });
});

test("what operators have said meanwhile stands, and what nobody waits for is asked about no more", async () => {
  const reason = "As online banking shows it.";
  const slow = bankThatSays("UNKNOWN");
  slow.nameEnquiry.mockImplementationOnce(async () => {
    await nameAccount({ ...call(), input: { holder: "NAMED", accountName: "ADA FOODS", reason } });
    return "UNKNOWN";
  });
  await findHolder(accountId, now(), slow);
  expect(await account()).toMatchObject({ accountName: "ADA FOODS" });

  const other = await storePayoutAccount({
    ...call(),
    input: { ...anyAccount, accountNumber: "0123456781" },
    enquiry: "NOT_CHECKED",
  });
  await db().update(loans).set({ status: "CANCELLED" }).where(eq(loans.id, loanId));
  const bank = bankThatSays("UNKNOWN");
  expect(await findHolder(other.id, now(), bank)).toBeNull();
  expect(bank.nameEnquiry).not.toHaveBeenCalled();
  const dueAt = async () =>
    (await db().select().from(payoutAccounts).where(eq(payoutAccounts.id, other.id)))[0]?.dueAt ?? null;
  const listed = async () => (await listUnnamed({ environment: "live" }, { limit: 100 })).rows.map(({ id }) => id);
  expect([await dueAt(), (await listed()).includes(other.id)]).toEqual([null, false]);
  await expect(showAccountToName(call())).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  // A refund that would go there waits for it again.
  await db()
    .update(loans)
    .set({ held: kobo(777_700) })
    .where(eq(loans.id, loanId));
  await refundOverpayment({ ...call(), actor: { kind: "job", tenant: live, task: "service-loan" } });
  expect([await dueAt(), (await listed()).includes(other.id)]).toEqual([expect.any(Date), true]);
  // But not where it would go to one that was paid before, whatever its name, nor once its bank has refused it.
  const paid = { id: newId("payout"), ...ownedBy(live), loanId, purpose: "REFUND", amount: kobo(100) } as const;
  const to = { payoutAccountId: accountId, status: "CONFIRMED", createdAt: now() } as const;
  await db()
    .insert(payouts)
    .values({ ...paid, ...to });
  expect(await listed()).not.toContain(other.id);
  const its = eq(payouts.id, paid.id);
  await db().update(payouts).set({ payoutAccountId: other.id, status: "FAILED", failureCause: "ACCOUNT" }).where(its);
  expect(await listed()).not.toContain(other.id);
  await db().delete(payouts).where(its);
  expect(await listed()).toContain(other.id);
  await findHolder(other.id, now(), bank);
  expect(bank.nameEnquiry).toHaveBeenCalledOnce();
});
