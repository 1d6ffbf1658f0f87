import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { lenders } from "@/db/schema/lenders";
import { payouts } from "@/db/schema/loans";
import { remittanceBreaks, remitters } from "@/db/schema/remittances";
import { accountMails } from "@/db/schema/users";
import { hour, later } from "@/lib/kernel/calendar";
import { newId, newReference } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { lendableMerchant } from "@/test/factories/lendable";
import { createTestLender } from "@/test/factories/lender";
import { heldLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { mailWaitingWork } from "./mail-waiting-work";

useDatabase();

test("who may do it is written about live work that waits too long, once as long as it waits", async () => {
  const { live, test: tests } = await createMarketplace({ live: true });
  const treasurer = await anyOperator("TREASURER");
  for (const role of ["COLLECTOR", "REVIEWER", "READ_ONLY"] as const) await anyOperator(role);
  for (const tenant of [live, tests]) await heldLoan(tenant, (await lendableMerchant(tenant)).merchantId);
  const set = (hours: number) =>
    db()
      .update(payouts)
      .set({ createdAt: businessTime(later(now(), -hours * hour), 0) })
      .where(eq(payouts.status, "HELD"));
  const mails = () => db().select().from(accountMails).where(eq(accountMails.kind, "WORK_WAITS"));
  await set(23);
  await mailWaitingWork(now());
  expect(await mails()).toEqual([]);
  await set(25);
  for (const _ of [1, 2]) await mailWaitingWork(now());
  const recipient = treasurer.email.toLowerCase();
  expect(await mails()).toMatchObject([{ recipient, facts: { kinds: "Held payout: 1", hours: "24" } }]);
  // It was decided, and another waits.
  await set(26);
  await mailWaitingWork(now());
  expect((await mails()).map((mail) => mail.recipient)).toEqual([recipient, recipient]);
});

test("a lender is written to at its own address about money late from marketplaces and batches, once", async () => {
  const lender = async (environment: "live" | "test", workMail: string | null) => {
    const lenderId = await createTestLender({ environment });
    await db().update(lenders).set({ workMail }).where(eq(lenders.id, lenderId));
    return lenderId;
  };
  const told = await lender("live", "desk@lender.example");
  const others = [await lender("live", null), await lender("test", "tests@lender.example")];
  const { marketplaceId } = await createMarketplace({ live: true });
  for (const [i, lenderId] of [told, ...others].entries()) {
    const environment = i === 2 ? "test" : "live";
    const remitterId = newId("remitter");
    await db()
      .insert(remitters)
      .values({ id: remitterId, lenderId, marketplaceId, environment, reference: newReference() });
    for (const [subject, hours] of [
      ["2026-03-01", 25],
      ["2026-03-02", 23],
    ] as const) {
      await db()
        .insert(remittanceBreaks)
        .values({
          ...{ id: newId("remittanceBreak"), lenderId, remitterId, type: "NOT_RECEIVED", subject },
          ...{ expected: kobo(100), actual: kobo(0) },
          detectedAt: businessTime(later(now(), -hours * hour), 0),
        });
    }
  }
  const mails = () => db().select().from(accountMails).where(eq(accountMails.kind, "LENDER_WORK_WAITS"));
  for (const _ of [1, 2]) await mailWaitingWork(now());
  expect(await mails()).toMatchObject([
    { recipient: "desk@lender.example", facts: { kinds: "Money late from a marketplace: 1", hours: "24" } },
  ]);
});
