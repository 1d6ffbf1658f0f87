import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import type { Tenant } from "@/lib/kernel/actor";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { collectFacts } from "./facts";

useDatabase();

const now = instant("2026-03-02T09:00:00Z");
let tenant: Tenant;
let merchantId: string;
beforeEach(async () => {
  tenant = (await createMarketplace()).test;
  merchantId = (await anyMerchant(tenant)).merchantId;
});

const on = (loanId: string) => ({ actor: sandboxActor(tenant), loanId, now });
const repay = (loanId: string, amount: number) => repayLoan({ ...on(loanId), input: { amount } });

async function facts() {
  const [request] = await db().select().from(fundingRequests).where(eq(fundingRequests.merchantId, merchantId));
  if (!request) throw new Error("The merchant has no funding request.");
  return collectFacts(request, now);
}

describe("the cap is taken up", () => {
  test("by an offer whole, until it is cancelled", async () => {
    const { loanId } = await anyLoan(tenant, merchantId, { now });
    expect((await facts()).own.committed).toBe(10_000_000);
    await cancelLoan({ ...on(loanId), input: { reason: "DECLINED" } });
    expect((await facts()).own.committed).toBe(0);
  });

  test("by what is outstanding of a running loan's principal, and again by what a reversal takes back", async () => {
    const { loanId } = await activeLoan(tenant, merchantId, { now });
    await anyLoan(tenant, merchantId, { now, principal: 500_000 });
    // Three instalments of 36,333.33, the interest of each first: one of them pays 33,333.33 of the principal.
    await repay(loanId, 36_333.33);
    expect((await facts()).own.committed).toBe(10_000_000 - 3_333_333 + 500_000);
    await repay(loanId, 72_666.67);
    expect((await facts()).own.committed).toBe(500_000);
    await reverseRepayment({ ...on(loanId), input: {} });
    expect((await facts()).own.committed).toBe(6_666_667 + 500_000);
  });
});

test("a default blocks until its debt is paid, or the loss after a write-off is recovered", async () => {
  const { loanId } = await activeLoan(tenant, merchantId, { now });
  const other = await activeLoan(tenant, merchantId, { now });
  expect((await facts()).own.defaulted).toBe(false);
  for (const one of [loanId, other.loanId]) await defaultLoan({ ...on(one), input: { reason: "DECIDED" } });
  await repay(other.loanId, 109_000);
  expect((await facts()).own.defaulted).toBe(true);
  await writeOffLoan({ ...on(loanId), input: { reason: "Closed." } });
  expect(await facts()).toMatchObject({ own: { defaulted: true, committed: 0 } });
  await repay(loanId, 108_999.99);
  expect((await facts()).own.defaulted).toBe(true);
  await repay(loanId, 0.01);
  expect((await facts()).own.defaulted).toBe(false);
});
