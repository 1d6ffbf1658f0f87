import { expect } from "@/e2e/fixtures";
import { channel, fakeToken, fakeTest as test } from "./fake-journey";

/** Fresh tokens, which the page's `fetchToken` gets, and a journey that never answers. */
const asks = { channel, type: "token-request" };
const expired = { channel, type: "error", code: "TOKEN_EXPIRED", message: "The session has ended." };

const settle = (answer: { token?: unknown; error?: string }) => {
  const next = window.asked.shift();
  if (answer.error) next?.reject(new Error(answer.error));
  else next?.resolve(answer.token);
};

test.beforeEach(async ({ fake }) => {
  await fake.visit();
});

test("without a token it asks for one first, in a place that is kept", async ({ fake, page }) => {
  await page.evaluate((host) => window.begin({ host, asking: true }), fake.origin);
  await expect(page.locator("#first iframe")).toHaveCSS("height", "720px");
  expect(fake.server.requests).toEqual([]);
  const token = fakeToken();
  await page.evaluate(settle, { token });
  await expect
    .poll(() => fake.heard().catch(() => []))
    .toMatchObject([{ data: { type: "init", token, refresh: true } }]);
});

const useless: [name: string, answer: Parameters<typeof settle>[0], code: string, message: RegExp][] = [
  ["fails", { error: "503" }, "TOKEN_MISSING", /fetchToken failed: Error: 503/],
  ["has nothing", {}, "TOKEN_MISSING", /fetchToken gave no token/],
  ["has something else", { token: { token: fakeToken() } }, "TOKEN_MISSING", /fetchToken gave no token/],
  ["has a token of live", { token: fakeToken({ environment: "live" }) }, "TOKEN_INVALID", /environment to "live"/],
];

for (const [name, answer, code, message] of useless) {
  test(`a fetchToken that ${name} before there is a journey: ${code}`, async ({ fake, page }) => {
    await page.evaluate((host) => window.begin({ host, asking: true }), fake.origin);
    await page.evaluate(settle, answer);
    await expect.poll(fake.calls).toEqual([["error", { code, message: expect.stringMatching(message) }]]);
    await expect(page.locator("iframe")).toHaveCount(0);
  });
}

test("the journey asks, the page is asked once at a time, the journey is told", async ({ fake, page }) => {
  await fake.begin({ asking: true });
  const asked = () => page.evaluate(() => window.asked.length);
  await fake.say(asks);
  await fake.say(asks);
  await fake.say({ channel, type: "resize", height: 500 });
  await expect(page.locator("iframe")).toHaveCSS("height", "500px");
  expect(await asked()).toBe(1);
  const [first, second] = [fakeToken(), fakeToken()];
  await page.evaluate(settle, { token: first });
  await expect.poll(() => fake.heard()).toHaveLength(2);
  await fake.say({ ...asks, again: true });
  await expect.poll(asked).toBe(1);
  await page.evaluate(settle, { token: second });
  await expect
    .poll(async () => (await fake.heard()).slice(1).map(({ data }) => data))
    .toEqual([
      { channel, type: "token", token: first },
      { channel, type: "token", token: second },
    ]);
  expect(await fake.calls()).toEqual([]);
});

test("no fresh token: the journey is told, and the page gets the reason", async ({ fake, page }) => {
  await fake.begin({ asking: true });
  await fake.say(asks);
  await expect.poll(() => page.evaluate(() => window.asked.length)).toBe(1);
  await page.evaluate(settle, { error: "Signed out" });
  await expect.poll(() => fake.heard()).toMatchObject([{}, { data: { channel, type: "token-failed" } }]);
  await fake.say(expired);
  const message = "The session has ended. fetchToken failed: Error: Signed out";
  await expect.poll(fake.calls).toEqual([["error", { code: "TOKEN_EXPIRED", message }]]);
  // What goes wrong afterwards has nothing to do with it.
  const offline = { code: "NETWORK", message: "Not reachable." };
  await fake.say({ channel, type: "error", ...offline });
  await expect.poll(async () => (await fake.calls()).at(1)).toEqual(["error", offline]);
});

test("a page that has no fetchToken says so at once", async ({ fake }) => {
  await fake.begin();
  await fake.say(asks);
  await expect
    .poll(() => fake.heard())
    .toMatchObject([{ data: { refresh: false } }, { data: { type: "token-failed" } }]);
  await fake.say(expired);
  await expect.poll(fake.calls).toEqual([["error", { code: "TOKEN_EXPIRED", message: "The session has ended." }]]);
});

test("a token that comes after destroy goes nowhere", async ({ fake, page }) => {
  await page.evaluate((host) => window.begin({ host, asking: true }), fake.origin);
  await fake.begin({ asking: true, container: "#second" }).catch(() => {});
  await page.evaluate(() => {
    for (const handle of window.handles) handle.destroy();
  });
  await page.evaluate(settle, { token: fakeToken() });
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(await fake.calls()).toEqual([]);
});
