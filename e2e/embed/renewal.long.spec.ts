import { expect, sealed, bareTest as test } from "./bare-host";
import { expectAsked, expectTyped, notice, typeAndExpire, withToken } from "./expiring";

test.afterEach(({ complaints }) => {
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("401");
});

test("without a fresh token the journey says so and keeps what was typed; a new init goes on with it", async ({
  page,
  bare,
  journey,
}) => {
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), false);
  await expect(notice(page)).toBeVisible();
  expect(await bare.heard()).toEqual([
    { type: "ready" },
    { type: "error", code: "TOKEN_EXPIRED", message: expect.stringContaining("fetchToken") },
  ]);
  await expectTyped(page);

  const token = await journey.mint(bare.merchant.ref);
  await bare.say(await bare.init({ token }));
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
  await expect.poll(() => withToken(bare, token)).not.toEqual([]);
  expect(await bare.heard()).toHaveLength(2);
});

test("a host that has none is told the same, and its next one is still taken", async ({ page, bare, journey }) => {
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), true);
  await expectAsked(bare);
  await bare.say(sealed({ type: "token-failed" }));
  await expect(notice(page)).toBeVisible();
  expect((await bare.heard()).at(-1)).toMatchObject({ type: "error", code: "TOKEN_EXPIRED" });
  await bare.say(sealed({ type: "token", token: await journey.mint(bare.merchant.ref) }));
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
});
