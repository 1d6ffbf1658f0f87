import { and, eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { connections, merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { type Holding, readHolding } from "@/lib/surfaces/account/loans/holding";
import { readHeldLoan } from "@/lib/surfaces/account/loans/read-held-loan";
import { saveRefundAccount } from "@/lib/surfaces/account/loans/save-refund-account";
import { readWork } from "@/lib/surfaces/console/work/read-work";
import { useDatabase } from "@/test/database";
import { anyAccount } from "@/test/factories/accounts/any-account";
import { sandboxActor } from "@/test/factories/kyc";
import { acceptedLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { deductedEvent, report } from "@/test/factories/repayment";
import { as, run } from "@/test/operator-terminal";
import { instant } from "@/test/time";
import { savePayoutAccount } from "./save-payout-account";
import { sendPayout } from "./send-payout";

useDatabase();

const start = instant("2026-03-02T09:00:00Z");
const at = (days: number) => later(start, days * day);
const own = { bankCode: "058", accountNumber: "0123456789" };
const strange = { bankCode: "058", accountNumber: "0123457777" };
const refusing = { bankCode: "058", accountNumber: "0123459999" };

let shop: TestMarketplace;
let holding: Holding;
let merchantId: string;
let loanId: string;

beforeAll(async () => {
  shop = await createMarketplace();
  await run(`operator add ${as} First Reviewer`, {});
});
/** The account of a merchant that has had an offer, which was called off, and then 7,777 naira deducted for it. */
beforeEach(async () => {
  const { id, merchantIds } = await anyAccount(shop.test);
  merchantId = merchantIds[0] ?? "";
  await db()
    .update(merchants)
    .set({ thirdPartyCustomerId: merchantId.slice(4), email: "ada@example.com" })
    .where(mine());
  holding = await readHolding(id, start as Date as RealTime);
  loanId = await owedFor(anyLoan, 777_700, at(1));
});

const mine = () => eq(merchants.id, merchantId);

async function owedFor(made: typeof anyLoan, amount: number, deductedAt: BusinessTime): Promise<string> {
  const loan = await made(shop.test, merchantId, { now: start });
  const actor = sandboxActor(shop.test);
  await cancelLoan({ actor, loanId: loan.loanId, input: { reason: "CANCELLED" }, now: later(start, hour) });
  const named = { id: loan.loanId, reference: loan.reference, marketplaceId: shop.marketplaceId };
  const sale = { reference: `D-${loan.loanId}`, amount, at: deductedAt };
  await report(actor, deductedEvent({ ...named, thirdPartyCustomerId: merchantId.slice(4) }, sale), deductedAt);
  return loan.loanId;
}

const refund = async (of = loanId) => (await readHeldLoan(holding, of)).loan.refund;
const give = (account: typeof own, by: Holding = holding) => saveRefundAccount(by, loanId, account);
const refunds = (of = loanId) => db().select().from(payouts).where(eq(payouts.loanId, of));
const asked = () =>
  db()
    .select({ subject: mails.subject, body: mails.body })
    .from(mails)
    .where(and(eq(mails.loanId, loanId), eq(mails.kind, "REFUND_ACCOUNT")));
/** What time brings a loan, and what the bank then does. */
async function pass(of: string, now: BusinessTime) {
  await serviceLoan(of, now);
  for (const { id, status } of await refunds(of)) if (status === "PENDING") await sendPayout(id, now);
}

test("an operator is told of it as of when it arose, not of when the loan was made", async () => {
  await db().update(loans).set({ refundDueAt: null }).where(eq(loans.id, loanId));
  const on = { role: "TREASURER", environment: "test", name: "refunds", realNow: holding.realNow } as const;
  const its = (await readWork(on)).items.find(({ href }) => href.endsWith(loanId));
  expect(its).toMatchObject({ detail: "Owed to the merchant", since: at(1), cost: { amount: 777_700 } });
});

describe("what was deducted for an offer that has ended", () => {
  test("is asked an account for, and paid to it a day after it arose", async () => {
    expect(await refund()).toEqual({ amount: 7_777, state: "ACCOUNT_NEEDED", account: null });
    const [mail, ...others] = await asked();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^₦7,777\.00 is owed to you/);
    expect(mail?.body).toContain(`/account/loans/${loanId}`);
    await pass(loanId, at(2));
    expect(await refunds()).toEqual([]);

    holding = { ...holding, realNow: later(at(2), hour) as Date as RealTime };
    await give(own);
    expect(await refund()).toMatchObject({ state: "WAITING", account: { lastFour: "6789", nameMatches: true } });
    // Phones send twice.
    await give(own);
    expect(await db().select().from(loans).where(eq(loans.id, loanId))).toMatchObject([
      { refundDueAt: holding.realNow, payoutAccountId: null, status: "CANCELLED" },
    ]);
    await pass(loanId, later(at(2), hour));
    await pass(loanId, at(3));
    expect(await refunds()).toMatchObject([{ amount: 777_700, status: "CONFIRMED", purpose: "REFUND" }]);
    expect(await refund()).toBeNull();
    await expect(give(strange)).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  });

  test("is not hurried: a reversal may be on its way", async () => {
    await give(own);
    const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
    expect(loan?.refundDueAt).toEqual(at(2));
  });

  test("goes to a disconnected, archived merchant like to any other", async () => {
    await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
    await db()
      .update(merchants)
      .set({ archivedAt: at(1) })
      .where(mine());
    await give(own);
    await pass(loanId, at(2));
    expect(await refunds()).toMatchObject([{ status: "CONFIRMED" }]);
  });

  test("goes to one account, for all offers of a merchant, accepted or not", async () => {
    const second = await owedFor(acceptedLoan, 12_345, at(1));
    await pass(second, at(2));
    await pass(loanId, at(2));
    holding = { ...holding, realNow: later(at(2), hour) as Date as RealTime };
    await give(own);
    expect(await refund(second)).toMatchObject({ state: "WAITING" });
    await pass(loanId, later(at(2), hour));
    await pass(second, later(at(2), hour));
    expect([...(await refunds()), ...(await refunds(second))].map(({ amount }) => amount)).toEqual([777_700, 12_345]);
  });

  test("does not go to another's name until an operator says so", async () => {
    await give(strange);
    expect(await refund()).toMatchObject({ state: "ACCOUNT_CHECKED", account: { nameMatches: false } });
    await pass(loanId, at(3));
    expect(await refunds()).toEqual([]);
    expect(await run("loan overpaid")).toContain("the account given is in a name that is not known");
    expect(await run(`loan refund ${loanId}`)).toMatch(/Known names .+\nRefund ₦7,777\.00 to this account\nOrdered as/);
    await sendPayout((await refunds())[0]?.id ?? "", at(3));
    expect(await refund()).toBeNull();
  });

  test("is asked for again when the bank refuses, once for each refusal", async () => {
    await give(refusing);
    await pass(loanId, at(2));
    expect(await refund()).toMatchObject({ state: "ACCOUNT_NEEDED" });
    expect(await asked()).toHaveLength(2);
    await give(own);
    await pass(loanId, at(4));
    expect(await refund()).toBeNull();
  });

  test("is nobody else's to direct, and needs no account once it has one", async () => {
    const stranger = await readHolding((await anyAccount(shop.test)).id, holding.realNow);
    await expect(give(own, stranger)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await give(own);
    await expect(give(strange)).rejects.toMatchObject({ code: "LOAN_STATE_CONFLICT" });
  });

  test("is given an account for in the journey too", async () => {
    const actor = { kind: "embedToken", tenant: shop.test, merchantId, tokenId: "jti_1" } as never;
    await savePayoutAccount({ actor, loanId, input: own, now: at(1) });
    expect(await refund()).toMatchObject({ state: "WAITING" });
  });
});
