import { countArrivals, stillWaiting } from "./arrivals";
import { channel, expect, firstField, bareTest as test } from "./bare-host";

test("the page that frames it is heard: init, the session with the token as a bearer, ready", async ({
  page,
  bare,
  journey,
}) => {
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  const token = await journey.mint(bare.merchant.ref);
  await bare.say(await bare.init({ token }));
  await expect(firstField(page)).toBeVisible();
  expect(await bare.heard()).toEqual([{ type: "ready" }]);
  expect(bare.calls[0]?.operation).toBe("GET /api/v1/embed/session");
  expect([...new Set(bare.calls.map(({ bearer }) => bearer))]).toEqual([`Bearer ${token}`]);
  expect(await frame.evaluate(() => "journeyInbox" in window)).toBe(false);
});

const nonsense: Record<string, unknown> = {
  nothing: null,
  "a word": "init",
  "a number": 42,
  "an empty object": {},
  "another channel": { channel: "service-embed/2", type: "init", token: "t", theme: {}, refresh: false },
  "no channel": { type: "init", token: "t", theme: {}, refresh: false },
  "no type": { channel, token: "t" },
  "a type there is not": { channel, type: "open", token: "t" },
  "the name of something inherited": { channel, type: "constructor", token: "t" },
  "init without token": { channel, type: "init", theme: {}, refresh: false },
  "init with a token that is no text": { channel, type: "init", token: { toString: "t" }, theme: {}, refresh: false },
  "init without theme": { channel, type: "init", token: "t", refresh: false },
  "init with a theme that is no object": { channel, type: "init", token: "t", theme: "dark", refresh: false },
  "init without refresh": { channel, type: "init", token: "t", theme: {} },
  "token without token": { channel, type: "token" },
  "a token before any init": { channel, type: "token", token: "t" },
  "a refusal before any init": { channel, type: "token-failed" },
  "what the journey itself says: ready": { channel, type: "ready" },
  "what the journey itself says: error": { channel, type: "error", code: "INTERNAL", message: "Oh." },
};

test("words that are none of the protocol's are ignored", { tag: "@long" }, async ({ page, bare }) => {
  const frame = await bare.visit();
  const arrived = await countArrivals(frame);
  let count = 0;
  for (const [name, message] of Object.entries(nonsense)) {
    await bare.say(message);
    count += 1;
    await arrived(count);
    expect(await bare.heard(), name).toEqual([]);
  }
  await stillWaiting(page);
  expect(bare.calls).toEqual([]);
  await bare.say(await bare.init());
  await expect(firstField(page)).toBeVisible();
});

test("the journey's own window is ignored", { tag: "@long" }, async ({ page, bare }) => {
  const frame = await bare.visit();
  const arrived = await countArrivals(frame);
  await frame.evaluate((message) => window.postMessage(message, "*"), await bare.init());
  await arrived(1);
  await stillWaiting(page);
  expect(bare.calls).toEqual([]);
});

test("a page on an origin that is not registered is ignored even where a browser lets it frame the journey", async ({
  page,
  bare,
  stranger,
}) => {
  await page.route("**/embed/**", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const frame = await bare.visit({ host: stranger });
  const arrived = await countArrivals(frame);
  await bare.say(await bare.init());
  await arrived(1);
  await stillWaiting(page);
  expect(await bare.heard()).toEqual([]);
  expect(bare.calls).toEqual([]);
});

test("tokens that are not for this page are refused by name, and a proper one is taken after them", async ({
  page,
  bare,
  complaints,
}) => {
  const frame = await bare.visit();
  await frame.waitForLoadState("load");
  const refusals: [token: string, code: string, words: RegExp][] = [
    ["", "TOKEN_MISSING", /no token/],
    ["garbage", "TOKEN_INVALID", /no embed token/],
    [bare.forged({ marketplaceId: "mkt_other" }), "TOKEN_INVALID", /another marketplace/],
    [bare.forged({ environment: "live" }), "TOKEN_INVALID", /option `environment` says test/],
    // Whether a signature is right only the service can tell.
    [bare.forged(), "TOKEN_INVALID", /does not accept/],
  ];
  const couldNot = page.frameLocator("#journey").getByRole("heading", { name: "This could not be opened" });
  for (const [index, [token, code, words]] of refusals.entries()) {
    await bare.say(await bare.init({ token }));
    await expect.poll(async () => (await bare.heard()).length).toBe(index + 1);
    expect((await bare.heard()).at(-1)).toEqual({ type: "error", code, message: expect.stringMatching(words) });
    await expect(couldNot).toBeVisible();
  }
  expect(bare.calls).toHaveLength(1);
  expect(complaints.splice(0)).toEqual([expect.stringContaining("401")]);

  await bare.say(await bare.init());
  await expect(firstField(page)).toBeVisible();
  expect((await bare.heard()).at(-1)).toEqual({ type: "ready" });
});
