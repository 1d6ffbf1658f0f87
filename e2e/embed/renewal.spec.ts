import { expect, sealed, bareTest as test } from "./bare-host";
import { expectAsked, expectTyped, notice, typeAndExpire, withToken } from "./expiring";

test.afterEach(({ complaints }) => {
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("401");
});

test("a host that can get a token is asked once, the call is repeated, and nobody notices", async ({
  page,
  bare,
  journey,
}) => {
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), true);
  await expectAsked(bare);
  const token = await journey.mint(bare.merchant.ref);
  await bare.say(sealed({ type: "token", token }));
  await expect.poll(() => withToken(bare, token)).not.toEqual([]);
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
  expect(await bare.heard()).toHaveLength(2);
});

test("another merchant's token is refused: what is typed is not theirs", async ({
  page,
  bare,
  journey,
  marketplace,
}) => {
  const other = {
    thirdPartyCustomerId: "shop-2",
    businessName: "Bola",
    email: "b@shop.example",
    phoneNumber: "+2348012345679",
  };
  await marketplace.client.ask("POST", "/api/v1/marketplace-api/merchants", { body: other });
  const token = await journey.mint("shop-2");
  await typeAndExpire(page, bare, await journey.mint(bare.merchant.ref), true);
  await expectAsked(bare);
  await bare.say(sealed({ type: "token", token }));
  await expect(notice(page)).toBeVisible();
  expect((await bare.heard()).slice(2)).toEqual([
    { type: "error", code: "TOKEN_INVALID", message: expect.stringContaining("another merchant") },
  ]);
  expect(withToken(bare, token)).toEqual([]);
  await expectTyped(page);

  await bare.say(await bare.init());
  await expect(notice(page)).toHaveCount(0);
  await expectTyped(page);
});
