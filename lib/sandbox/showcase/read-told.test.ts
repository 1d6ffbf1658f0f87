import { expect, test } from "vitest";
import { mintTenant } from "@/lib/kernel/actor";
import { readShowcase, storeShowcaseProgress } from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { now } from "@/test/time";
import { openShowcase } from "./open-showcase";
import { programmeWeeks } from "./plan";
import { readTold } from "./read-told";

useDatabase();

test("how far the past has been told is known while it is being told, of that marketplace's test data alone", async () => {
  await openShowcase(now());
  const { marketplaceId = "" } = (await readShowcase()) ?? {};
  const tenant = mintTenant(marketplaceId, "test");
  expect(await readTold(tenant)).toBeNull();

  const progress = { until: "2026-11-23T09:24:00.000Z", week: programmeWeeks - 2, merchant: 7, done: false };
  await storeShowcaseProgress(progress);
  expect(await readTold(tenant)).toEqual({ lastDay: "2026-11-09", percent: 92.5 });
  expect(await readTold(mintTenant(marketplaceId, "live"))).toBeNull();
  expect(await readTold(mintTenant("mkt_another", "test"))).toBeNull();

  await storeShowcaseProgress({ ...progress, week: programmeWeeks + 1, done: true });
  expect(await readTold(tenant)).toBeNull();
});
