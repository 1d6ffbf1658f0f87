import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { listLargestBorrowers } from "./largest-borrowers";

useDatabase();

test("whoever has most of a lender's money comes first, at whichever marketplace, and nobody who owes nothing", async () => {
  const [one, other] = [await createMarketplace(), await createMarketplace()];
  const shops = [await anyMerchant(one.test), await anyMerchant(other.test), await anyMerchant(one.test)];
  const made = await Promise.all(
    [one, other, one].map(({ test }, i) => activeLoan(test, shops[i]?.merchantId ?? "", { now: now() })),
  );
  const stored = await Promise.all(
    made.map(async ({ loanId }) => (await db().select().from(loans).where(eq(loans.id, loanId)))[0]),
  );
  const [small, large, ended] = stored;
  if (!small || !large || !ended) throw new Error("There is no loan.");
  for (const { id } of [small, large, ended]) {
    await db().update(loans).set({ lenderId: small.lenderId }).where(eq(loans.id, id));
  }
  await db().update(loans).set({ status: "CANCELLED" }).where(eq(loans.id, ended.id));
  const found = await listLargestBorrowers(small.lenderId);
  expect(found.map(({ merchantId }) => merchantId).toSorted()).toEqual([small.merchantId, large.merchantId].toSorted());
  expect(found.map(({ used }) => used)).toEqual([small.principal, large.principal].toSorted((a, b) => b - a));
});
