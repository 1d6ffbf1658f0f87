import { expect } from "@/e2e/fixtures";
import { channel, fakeToken, fakeTest as test } from "./fake-journey";
import { startHost } from "./host";
import { marked, marker, ready } from "./unheard";

test.beforeEach(async ({ fake }) => {
  await fake.visit();
});

test("what the journey says arrives, word for word", async ({ fake, page }) => {
  await fake.begin();
  await fake.say(ready);
  await fake.say({ channel, type: "step-change", step: "directors" });
  await fake.say({ channel, type: "completed", merchantId: "mer_1" });
  await fake.say({ channel, type: "error", code: "NETWORK", message: "Not reachable." });
  await fake.say({ channel, type: "resize", height: 812.4 });
  await expect(page.locator("iframe")).toHaveCSS("height", "813px");
  expect(await fake.calls()).toEqual([
    ["ready"],
    ["step-change", { step: "directors" }],
    ["completed", { merchantId: "mer_1" }],
    ["error", { code: "NETWORK", message: "Not reachable." }],
  ]);
});

const nonsense: Record<string, unknown> = {
  nothing: null,
  "a word": "ready",
  "a number": 42,
  "a list": [channel, "ready"],
  "an empty object": {},
  "JSON of a message": JSON.stringify(ready),
  "a message without channel": { type: "ready" },
  "a message on another channel": { channel: "service-embed/2", type: "ready" },
  "a channel that is no text": { channel: [channel], type: "ready" },
  "a message without type": { channel },
  "a type there is not": { channel, type: "loaded" },
  "a type that is no text": { channel, type: ["ready"] },
  "the name of something inherited": { channel, type: "constructor" },
  "what a host says: init": { channel, type: "init", token: "t", theme: {}, refresh: true },
  "what a host says: token": { channel, type: "token", token: "t" },
  "what a host says: token-failed": { channel, type: "token-failed" },
  "step-change without step": { channel, type: "step-change" },
  "step-change to no step": { channel, type: "step-change", step: "checkout" },
  "step-change to a list": { channel, type: "step-change", step: ["done"] },
  "completed by nobody": { channel, type: "completed" },
  "completed by a number": { channel, type: "completed", merchantId: 7 },
  "error without code": { channel, type: "error", message: "Oh." },
  "error with a code there is not": { channel, type: "error", code: "OH", message: "Oh." },
  "error without message": { channel, type: "error", code: "INTERNAL" },
  "error with an object for a message": { channel, type: "error", code: "INTERNAL", message: { html: "Oh." } },
  "resize without height": { channel, type: "resize" },
  "resize to a text": { channel, type: "resize", height: "100vh" },
  "resize below nothing": { channel, type: "resize", height: -1 },
  "resize beyond reason": { channel, type: "resize", height: 1e5 },
  "resize to no number": { channel, type: "resize", height: Number.NaN },
};

/** Heard within a few milliseconds: asked every 100 ms, most of the time would be spent waiting. */
const intervals = [5, 10, 20, 50];

test("ignored: whatever is no message, or only looks like one", { tag: "@long" }, async ({ fake, page }) => {
  await fake.begin();
  for (const [index, [name, message]] of Object.entries(nonsense).entries()) {
    await test.step(name, async () => {
      await fake.say(message);
      await fake.say(marker);
      await expect.poll(fake.calls, { message: name, intervals }).toEqual(Array(index + 1).fill(marked));
    });
  }
  await expect(page.locator("iframe")).toHaveCSS("height", "720px");
  expect(await fake.heard(), "nothing is answered").toHaveLength(1);
});

test("ignored: the page itself, and its own words with the journey's name on them", { tag: "@long" }, async ({
  fake,
  page,
}) => {
  await fake.begin();
  await page.evaluate((message) => window.postMessage(message, "*"), ready);
  await expect.poll(() => page.evaluate(() => window.letters.length)).toBe(1);
  await page.evaluate(([data, origin]) => window.dispatchEvent(new MessageEvent("message", { data, origin })), [
    ready,
    fake.origin,
  ] as const);
  expect(await fake.calls()).toEqual([]);
});

test("another site in the journey's frame is neither heard nor told anything", async ({ fake, page, complaints }) => {
  await fake.begin();
  const stranger = await startHost();
  const listening = `<!doctype html><title>Stranger</title><script>
    window.letters = [];
    addEventListener("message", ({ origin, data }) => letters.push({ origin, data }));
  </script>`;
  await fake.say({ channel, type: "ready" });
  const frame = page.frames()[1];
  await frame?.goto(stranger.serve("/", listening));
  // The same window as before, from another origin.
  await frame?.evaluate((message) => parent.postMessage(message, "*"), marker);
  await expect.poll(() => page.evaluate(() => window.letters.length)).toBe(2);
  expect(await fake.calls()).toEqual([["ready"]]);
  // The SDK has written to the frame when it loaded; the browser has not delivered that, since it was not to a stranger.
  await page.evaluate(() => window.handles[0]?.iframe.contentWindow?.postMessage("last", "*"));
  await expect.poll(() => frame?.evaluate(() => window.letters.map(({ data }) => data))).toEqual(["last"]);
  expect(complaints.splice(0).join()).toContain("does not match the recipient window's origin");
  stranger.stop();
});

test("ignored: whatever comes after destroy", { tag: "@long" }, async ({ fake, page }) => {
  await fake.begin();
  await page.evaluate(
    ([data, origin]) => {
      const [handle] = window.handles;
      const source = handle?.iframe.contentWindow ?? null;
      handle?.destroy();
      handle?.destroy();
      window.dispatchEvent(new MessageEvent("message", { data, origin, source }));
      window.dispatchEvent(new MessageEvent("message", { data, origin }));
    },
    [ready, fake.origin] as const,
  );
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(await fake.calls()).toEqual([]);
});

test("init goes to the journey once it has loaded: token, theme, and whether there can be another token", async ({
  fake,
  host,
}) => {
  const token = fakeToken();
  await fake.begin({ token, theme: { primary: "#0a7d4f", logo: "/logo.svg", radius: "8px" } });
  const theme = { primary: "#0a7d4f", logo: `${host.origin}/logo.svg`, radius: "8px" };
  const data = { channel, type: "init", token, theme, refresh: false };
  expect(await fake.heard()).toEqual([{ origin: host.origin, data }]);
});
