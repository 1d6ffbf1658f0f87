import { beforeAll, expect, test, vi } from "vitest";
import { tenantOf } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { otherExposureOf } from "@/lib/lending/funding/borrowers/exposure";
import { sandboxCredentials } from "@/lib/sandbox/seed/info";
import { seedSandbox } from "@/lib/sandbox/seed/seed";
import { openShowcase } from "@/lib/sandbox/showcase/open-showcase";
import { readCredentials, readShowcase, storeShowcase } from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { merchantOfOwner, ownBvn } from "@/test/factories/borrowers";
import { anyLoan } from "@/test/factories/loan";
import { usePlainAgreements } from "@/test/plain-agreements";
import { now } from "@/test/time";

useDatabase();
usePlainAgreements();
beforeAll(() => openShowcase(now()));

test("its sign-ins are among the sandbox's credentials, unless it is left out", async () => {
  await seedSandbox(now());
  expect(await sandboxCredentials()).not.toHaveProperty("showcase");
  vi.spyOn(env(), "seed", "get").mockReturnValue(true);
  const showcase = await readShowcase();
  expect((await sandboxCredentials()).showcase).toEqual({
    marketplaceId: showcase?.marketplaceId,
    secretKey: expect.stringMatching(/^sk_test_/),
    ...showcase?.staff,
  });
});

test("an owner with a shop at it and one at the demo marketplace is one borrower, also where it is from before", async () => {
  const [demo, showcase] = [await readCredentials(), await readShowcase()];
  if (!demo || !showcase) return expect.fail("There are two marketplaces.");
  const { secretKey: _, ...before } = showcase;
  await storeShowcase(before);
  await openShowcase(now());
  const kept = await readShowcase();
  await openShowcase(now());
  expect(await readShowcase()).toEqual(kept);
  const bvn = ownBvn();
  const [here, there] = [demo, showcase].map(({ marketplaceId }) => tenantOf({ marketplaceId, environment: "test" }));
  if (!here || !there) return expect.fail("There are two tenants.");
  const mine = await merchantOfOwner(here, bvn);
  await anyLoan(there, (await merchantOfOwner(there, bvn)).merchantId, { principal: 200_000 });
  const { elsewhere } = await otherExposureOf(everyMerchantOf(here), mine.merchantId, now());
  expect(elsewhere.committed).toBe(200_000);
});
