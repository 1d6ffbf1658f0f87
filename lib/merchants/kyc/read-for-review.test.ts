import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { carryDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { useDatabase } from "@/test/database";
import { anyDirector, anyMerchant, sandboxActor, saveAnyDirectors } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { readForReview } from "./read-for-review";

useDatabase();

test("what a decision rests on is the same once INDEX_KEY is another", async () => {
  const shop = await createMarketplace();
  const { merchantId } = await anyMerchant(shop.test);
  await saveAnyDirectors({ actor: sandboxActor(shop.test), ref: merchantId, input: [anyDirector()], now: now() });
  const seen = async () => (await readForReview(everyMerchantOf(shop.test), merchantId, now())).evidenceDigest;
  const before = await seen();
  const [stored] = await db().select().from(directors);
  env().indexKeys.push(Buffer.alloc(32, 11));
  const identityDigest = carryDigest("directors.identity", stored?.identityDigest ?? "");
  expect(identityDigest).toMatch(/^2\./);
  await db()
    .update(directors)
    .set({ identityDigest })
    .where(eq(directors.id, stored?.id ?? ""));
  expect(await seen()).toBe(before);
});
