import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { mails } from "@/db/schema/operations";
import { day, later } from "@/lib/kernel/calendar";
import { passTime } from "@/lib/sandbox/scenarios/pass-time";
import type { MailKind } from "@/lib/terms/mails/all-mails";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { lendableMerchant } from "@/test/factories/lendable";
import { disbursingLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { instant } from "@/test/time";
import { collectPayment } from "./collect-payment";
import { orderPayment } from "./order-payment";

useDatabase();

/** 109,000 naira in three instalments of 36,333.33; the first is due on 1 April and 31 days past due on 2 May. */
const start = instant("2026-03-02T09:00:00Z");

async function running(accountNumber: string) {
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await lendableMerchant(tenant, start);
  await db().update(merchants).set({ email: "ada@shop.example" }).where(eq(merchants.id, merchantId));
  const { loanId } = await disbursingLoan(tenant, merchantId, { now: start, accountNumber });
  const loan = { loanId, merchantId, reached: start };
  await passTime(loan, start);
  const told = (...kinds: MailKind[]) =>
    db()
      .select()
      .from(mails)
      .where(and(eq(mails.loanId, loanId), inArray(mails.kind, kinds)))
      .orderBy(mails.id);
  return { tenant, loan, told };
}

test("each debit of arrears is announced, and so is each that bounced, once", async () => {
  const { loan, told } = await running("0123452222");
  await passTime(loan, instant("2026-05-12T00:00:00Z"));
  const heard = await told("DEBIT_ANNOUNCED", "DEBIT_FAILED");
  expect(heard.map(({ kind, createdAt }) => `${createdAt.toISOString().slice(5, 10)} ${kind}`)).toEqual([
    "05-02 DEBIT_ANNOUNCED",
    "05-04 DEBIT_FAILED",
    "05-09 DEBIT_ANNOUNCED",
    "05-11 DEBIT_FAILED",
  ]);
  expect(heard[0]?.body).toContain("At most: ₦72,666.66\nOn: 4 May 2026\nFrom: Guaranty Trust Bank, ending in 2222");
  expect(heard[1]?.body).toContain("There was not enough money in the account.");
  expect(heard.some(({ body, html }) => `${body}${html}`.includes("0123452222"))).toBe(false);
});

test("who gives the money back in time hears that there is no fee, and until when that is", async () => {
  const { tenant, loan, told } = await running("0123456789");
  const [sent] = await told("MONEY_SENT");
  expect(sent?.body).toContain("until 5 March 2026 at 10:00. Then there is no fee");
  const call = { actor: sandboxActor(tenant), loanId: loan.loanId, now: later(start, day) };
  const { id } = await orderPayment({ ...call, input: { amount: 100_000 } });
  await collectPayment(id, call.now);
  const [repaid] = await told("REPAID");
  expect(repaid?.body).toContain("so there is no fee");
  expect(repaid?.body).toContain("Paid back: ₦100,000.00");
});
