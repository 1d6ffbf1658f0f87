import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { users } from "@/db/schema/users";
import { tenantOf } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { otherExposureOf } from "@/lib/lending/funding/borrowers/exposure";
import { sandboxCredentials } from "@/lib/sandbox/seed/info";
import { seedSandbox } from "@/lib/sandbox/seed/seed";
import { openShowcase } from "@/lib/sandbox/showcase/open-showcase";
import { readCredentials, readShowcase, readShowcaseProgress, storeShowcase } from "@/lib/sandbox/test-helpers/state";
import { logIn } from "@/lib/surfaces/dashboard/log-in";
import { useDatabase } from "@/test/database";
import { merchantOfOwner, ownBvn } from "@/test/factories/borrowers";
import { anyLoan } from "@/test/factories/loan";
import { now } from "@/test/time";
import { startShowcase } from "./showcase";

useDatabase();

test("it begins once the server answers, a piece at a time, and a stop waits for the piece in hand", async () => {
  await openShowcase(now());
  let listen = () => {};
  const stop = startShowcase(
    new Promise((resolve) => {
      listen = resolve;
    }),
  );
  expect(await readShowcaseProgress()).toBeNull();
  listen();
  await expect.poll(readShowcaseProgress).not.toBeNull();
  await stop();
  const reached = await readShowcaseProgress();
  expect(reached).toMatchObject({ done: false });
  await expect.poll(readShowcaseProgress).toEqual(reached);
});

test("a stop before that does not wait for it", async () => {
  const before = await readShowcaseProgress();
  await startShowcase(new Promise(() => {}))();
  expect(await readShowcaseProgress()).toEqual(before);
});

test("a later start opens it no second time, and its staff can log in", async () => {
  const showcase = await readShowcase();
  await openShowcase(now());
  expect(await readShowcase()).toEqual(showcase);
  expect(await db().select().from(users)).toHaveLength(3);
  for (const signIn of Object.values(showcase?.staff ?? {})) {
    const from = { address: "192.0.2.1", network: "192.0.2.1", userAgent: "", device: null };
    expect(await logIn({ input: signIn, from, realNow: now() })).toMatchObject({ accessToken: expect.any(String) });
  }
});

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
