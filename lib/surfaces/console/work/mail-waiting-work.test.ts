import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { accountMails } from "@/db/schema/users";
import { hour, later } from "@/lib/kernel/calendar";
import { businessTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { lendableMerchant } from "@/test/factories/lendable";
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
