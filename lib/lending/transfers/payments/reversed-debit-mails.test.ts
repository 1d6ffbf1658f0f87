import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { mails } from "@/db/schema/operations";
import type { Tenant } from "@/lib/kernel/actor";
import { hour, later } from "@/lib/kernel/calendar";
import { kobo, zero } from "@/lib/kernel/money";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { endNeverPaidOut } from "@/lib/lending/transfers/reversed/end-never-paid-out";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { reversalMails } from "@/lib/terms/mails/reversal-mails";
import { useDatabase } from "@/test/database";
import { usualLoan } from "@/test/factories/disbursed-loan";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender, giveRail } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { payLoan, takeBackPayment } from "@/test/factories/payment";
import { paidOutOver, takeBack } from "@/test/reversed";
import { now } from "@/test/time";

useDatabase();

const at = now();
let tenant: Tenant;
let railId: string;
let rails = 0;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  railId = await giveRail(await createTestLender({ environment: "live" }), `mail-${++rails}`);
});

/** A loan of which so many kobo were paid. */
async function paid(amount: number, of: { coolingOff?: true } = {}) {
  const made = await paidOutOver(railId, tenant, at);
  const paymentId = await payLoan(tenant, made.loanId, { amount, now: at, ...of });
  const call = { actor: sandboxActor(tenant), loanId: made.loanId, now: later(at, hour), input: { reason: "Test" } };
  return { ...made, paymentId, call };
}

/** What the merchant reads once the payment was taken back. */
async function written({ loanId, paymentId }: { loanId: string; paymentId: string }): Promise<string> {
  await takeBackPayment(paymentId, later(at, 3 * hour));
  const those = and(eq(mails.loanId, loanId), eq(mails.kind, "DEBIT_REVERSED"));
  const [mail] = await db().select().from(mails).where(those);
  return (mail?.body ?? "").replace(/\s+/g, " ");
}

test("a loan that runs: it is owed again, and the next sales pay it", async () => {
  const text = await written(await paid(1_000_000));
  expect(text).toMatch(/You owe it again\..*₦109,000\.00.*Your next sales pay it.*costs you nothing more/);
});

test("one that had ended within cooling-off costs its fee again", async () => {
  const text = await written(await paid(10_000_000, { coolingOff: true }));
  expect(text).toMatch(/You owe it again\..*₦109,000\.00.*its fee of ₦9,000\.00 is owed again/);
  expect(text).not.toContain("costs you nothing more");
});

test("more than was owed: only what is missing now is owed", async () => {
  const loan = await paid(1_000_000);
  await payLoan(tenant, loan.loanId, { amount: usualLoan.due - 400_000, now: at });
  expect(await written(loan)).toMatch(/You owe ₦4,000\.00 of it again/);
  const all = await paid(1_000_000);
  await payLoan(tenant, all.loanId, { amount: usualLoan.due, now: at });
  const text = await written(all);
  expect(text).toContain("You owe nothing for it.");
  expect(text).not.toMatch(/You owe it again|next sales|₦0\.00/);
});

test("one that was written off: what was lost is owed, and no sales are promised", async () => {
  const loan = await paid(1_000_000);
  await defaultLoan({ ...loan.call, input: { reason: "DECIDED" } });
  await writeOffLoan(loan.call);
  const text = await written(loan);
  expect(text).toMatch(/You owe it again\..*₦109,000\.00.*written off/);
  expect(text).not.toMatch(/next sales|₦0\.00/);
});

test("one that is paused promises no sales", async () => {
  const loan = await paid(1_000_000);
  await pauseLoan(loan.call);
  const text = await written(loan);
  expect(text).toContain("While the deductions are paused");
  expect(text).not.toContain("next sales");
});

test("while the loan's money is back with the lender nothing is owed", async () => {
  const loan = await paid(1_000_000);
  await takeBack(loan.payoutId, at);
  const text = await written(loan);
  expect(text).toContain("You owe nothing now");
  expect(text).not.toMatch(/You owe it again|next sales|Left to pay|₦0\.00/);
});

test("a loan whose money never arrived: nothing is owed, but what was refunded of it is", async () => {
  const loan = await paid(1_000_000);
  await takeBack(loan.payoutId, at);
  await endNeverPaidOut(loan.call);
  const text = await written(loan);
  expect(text).toContain("You owe nothing for it.");
  expect(text).not.toMatch(/You owe it again|next sales|Left to pay|₦0\.00/);
  const { sample, text: textOf } = reversalMails.DEBIT_REVERSED;
  const about = {
    business: "A",
    lender: "K",
    marketplace: "J",
    reference: "L",
    complaints: "c",
    test: false,
    page: null,
  };
  const { lead } = textOf({ ...sample, left: zero, refunded: kobo(1_000_000) }, about);
  expect(lead).toContain("₦10,000.00 had been refunded to you, and you owe that again");
});
