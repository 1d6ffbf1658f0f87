import { isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { directors } from "@/db/schema/kyc";
import { useDatabase } from "@/test/database";
import { submittedMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { startSealing } from "./sealing";

useDatabase();

test("a start encrypts what a former version left in plain text; stopped, it has finished its page", async () => {
  const { test: tenant } = await createMarketplace();
  await submittedMerchant(tenant);
  const plain = { email: "a@b.example", phoneNumber: "+2348012345678", address: "A", dateOfBirth: "1985-04-12" };
  await db()
    .update(directors)
    .set({ personal: null, ...plain });
  await startSealing()();
  expect(await db().select().from(directors).where(isNull(directors.personal))).toEqual([]);
});
