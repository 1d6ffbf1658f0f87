import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { findMerchant } from "@/lib/merchants/queries";
import { reachOf } from "@/lib/reach";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { waitingRoom } from "@/test/factories/waiting-room";
import { now } from "@/test/time";
import { readDrafts } from "./read-drafts";
import { clearDrafts, saveDraft } from "./save-draft";

useDatabase();

const waitingForLocks = async () => {
  const [row] = await db().execute<{ n: number }>(
    sql`select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n;
};

test("a step is saved elsewhere at the moment its first draft is: neither waits for the other in vain", async () => {
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await anyMerchant(tenant);
  const actor = { kind: "embedToken", tenant, merchantId } as const;
  const [locked, go] = [waitingRoom(), waitingRoom()];
  const input = { step: "directors", item: null, values: { firstName: "Ada" }, revision: 0 } as const;
  const saved = transaction(async () => {
    await findMerchant(reachOf(actor), merchantId, { lock: true });
    locked.open();
    await go.wait();
    return saveDraft({ actor, input, realNow: now() });
  });
  await locked.wait();
  const cleared = clearDrafts({ actor, steps: ["directors"], realNow: now() });
  await expect.poll(waitingForLocks).toBe(1);
  go.open();
  expect(await saved).toMatchObject({ revision: 1 });
  await cleared;
  expect(await readDrafts(reachOf(actor))).toMatchObject([{ step: "directors", revision: 2, values: null }]);
});
