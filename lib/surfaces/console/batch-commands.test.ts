import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { loans, payoutAccounts } from "@/db/schema/loans";
import type { Tenant } from "@/lib/kernel/actor";
import { giveLenderAccount, giveRailByHand, payoutByHand } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace } from "@/test/factories/marketplace";
import { as, run, written } from "@/test/operator-terminal";

useDatabase();
let live: Tenant;
beforeAll(async () => {
  await run(`operator add ${as} First`, {});
  live = (await createMarketplace({ live: true })).live;
});

test("a rail by hand is proposed with its account and limit, without a key", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  const account = await giveLenderAccount(lenderId);
  const options = { as, account, "day-limit": "50000", reason: "Agreed." };
  expect(await run(`rail set ${lenderId} by_hand`, options)).toMatch(/Proposed as ppl_\w+ \(account lac_/);
  await expect(run(`rail set ${lenderId} by_hand`, { ...options, "day-limit": "no" })).rejects.toThrow("dayLimit");
  await expect(run(`rail check ${lenderId}`)).rejects.toThrow("no rail");
});

test("a batch is made, released, written to a file and recalled", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  const { railId } = await giveRailByHand(lenderId);
  const { reference } = await payoutByHand(live, { lenderId, railId });
  const made = await run(`batch make ${lenderId}`, { as, kind: "payouts" });
  const [, id = ""] = /(ibt_\w+)/.exec(made) ?? [];
  expect(await run(`batch list ${lenderId}`)).toContain("1 of ₦100,000.00");
  expect(await run(`batch show ${lenderId} ${id}`)).toContain(reference.toUpperCase());
  await expect(run(`batch file ${lenderId} ${id} early.csv`)).rejects.toThrow("not been released");
  expect(await run(`batch release ${lenderId} ${id}`)).toContain("Released");
  const said = await run(`batch file ${lenderId} ${id} pay.csv`);
  expect(said).toContain("Written to pay.csv, SHA-256");
  expect(said).not.toContain("0123456789");
  expect(written["pay.csv"]?.toString()).toContain("0123456789");
  expect(await run(`batch recall ${lenderId} ${id}`, { as, reason: "Refused." })).toMatch(/Proposed as ppl_/);
});

test("an account whose holder is not known is listed without its number, which is shown to who looks it up", async () => {
  const lenderId = await createTestLender({ environment: "live" });
  const { railId } = await giveRailByHand(lenderId);
  const { loan, merchantId } = await payoutByHand(live, { lenderId, railId });
  expect(await run("account unnamed")).toContain("Every account has its name.");
  const unnamed = { accountName: null, nameMatches: false, verifiedAt: null };
  await db().update(payoutAccounts).set(unnamed).where(eq(payoutAccounts.merchantId, merchantId));
  await db().update(loans).set({ status: "ACCEPTED" }).where(eq(loans.merchantId, merchantId));
  expect(await run("account unnamed")).toMatch(new RegExp(`nobody knows yet whom .*…6789\\), for ${loan}$`));
  expect(await run(`loan show-account ${loan}`)).toContain("0123456789. Known names:");
});
