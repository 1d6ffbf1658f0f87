import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { channel, fakeToken, frameOf, fakeTest as test } from "./fake-journey";

/** The life of a journey on the host's page: how it begins, what it may throw, tokens, and how it ends without a trace. */
const ready = { channel, type: "ready" };
const asks = { channel, type: "token-request" };

/** Counts what is left listening and waiting on the page, from before anything is loaded. */
async function countTraces(page: Page) {
  await page.addInitScript(() => {
    const traces = new Set<string>();
    const names = new Map<unknown, number>();
    const name = (one: unknown) => names.get(one) ?? names.set(one, names.size).size - 1;
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...given: Parameters<typeof addEventListener>) {
      traces.add(`${name(this)} ${given[0]} ${name(given[1])}`);
      return addEventListener.apply(this, given);
    };
    EventTarget.prototype.removeEventListener = function (...given: Parameters<typeof removeEventListener>) {
      traces.delete(`${name(this)} ${given[0]} ${name(given[1])}`);
      return removeEventListener.apply(this, given);
    };
    const { setTimeout, clearTimeout } = window;
    const later = (run: () => void, time?: number) => {
      const timer = setTimeout(() => {
        traces.delete(`timer ${timer}`);
        run();
      }, time);
      traces.add(`timer ${timer}`);
      return timer;
    };
    const never = (timer?: number) => {
      traces.delete(`timer ${timer}`);
      clearTimeout(timer);
    };
    const { observe, disconnect } = ResizeObserver.prototype;
    ResizeObserver.prototype.observe = function (target) {
      traces.add(`observer ${name(this)}`);
      return observe.call(this, target);
    };
    ResizeObserver.prototype.disconnect = function () {
      traces.delete(`observer ${name(this)}`);
      return disconnect.call(this);
    };
    Object.assign(window, { setTimeout: later, clearTimeout: never, traces });
  });
  return async () => {
    const traces = await page.evaluate(() => [...(Reflect.get(window, "traces") as Set<string>)]);
    // What looks at the page from outside listens there too, for people's hands.
    return traces.filter((trace) => !/ (__playwright|pointer|mouse|touch|(aux|dbl)?click|contextmenu)/.test(trace));
  };
}

test("loading the SDK leaves no trace; destroy leaves none of a journey, at whatever stage", async ({ fake, page }) => {
  const traces = await countTraces(page);
  await fake.visit();
  expect(await traces()).toEqual([expect.stringContaining(" message ")]);
  const before = await traces();
  const globals = await page.evaluate(() => Object.keys(window.ServiceEmbed));
  expect(globals).toEqual(["ApplicationJourney", "version"]);

  const stages: (() => Promise<void>)[] = [
    // As soon as it is there.
    () => page.evaluate((given) => window.begin(given), { token: fakeToken(), host: fake.origin }),
    // While a token is fetched.
    () => page.evaluate((host) => window.begin({ host, asking: true }), fake.origin),
    // Loaded, not answering.
    async () => void (await fake.begin()),
    // At work.
    async () => {
      await fake.begin();
      await fake.say(ready);
      await expect.poll(fake.calls).toEqual([["ready"]]);
    },
  ];
  for (const begin of stages) {
    await begin();
    expect(await page.locator("iframe").count()).toBe(1);
    await page.evaluate(() => window.handles.at(-1)?.destroy());
    await expect(page.locator("iframe")).toHaveCount(0);
    expect(await traces()).toEqual(before);
  }
});

test("an accessible frame, told no more than it needs, is there at once", async ({ fake, page }) => {
  await fake.visit();
  const attributes = await page.evaluate(
    ([token, host]) => {
      window.begin({ token, host, environment: "live" });
      const [frame] = document.querySelectorAll("#first > iframe");
      if (frame !== window.handles[0]?.iframe) throw new Error("The handle has another frame.");
      return Object.fromEntries([...(frame?.attributes ?? [])].map(({ name, value }) => [name, value]));
    },
    [fakeToken({ environment: "live" }), fake.origin] as const,
  );
  expect(attributes).toEqual({
    src: `${fake.origin}/embed/mkt_fake?env=live`,
    title: "Financing application",
    referrerpolicy: "no-referrer",
    loading: "eager",
    style: "display: block; width: 100%; height: max(640px, 100vh); border: 0px;",
  });
  await frameOf(page);
  await expect.poll(() => fake.server.requests.map(({ url }) => url)).toContain("/embed/mkt_fake?env=live");
  expect(fake.server.requests[0]?.headers.referer).toBeUndefined();
});

const misuse: [given: Record<string, unknown>, message: RegExp][] = [
  [{ container: "#nowhere" }, /container must be an element.*#nowhere/],
  [{ container: "#" }, /container must be/],
  [{ container: null }, /container must be/],
  [{ container: {} }, /container must be/],
  [{ environment: "sandbox" }, /environment must be "test" or "live"/],
  [{ host: "financing.example" }, /host must be the origin of the journey.*financing\.example/],
  [{ host: "https://financing.example/embed" }, /host must be/],
  [{ host: "https://user@financing.example" }, /host must be/],
  [{ host: "https://financing.example?x" }, /host must be/],
  [{ host: "javascript:alert(1)" }, /host must be/],
  [{ host: "file:///journey" }, /host must be/],
  [{ host: "*" }, /host must be/],
];

test("used wrongly, it says so at once, and leaves the page as it was", async ({ fake, page }) => {
  await fake.visit();
  const token = fakeToken();
  for (const [given, message] of misuse) {
    const thrown = await page.evaluate(
      (options) => {
        try {
          window.begin(options as Parameters<typeof window.begin>[0]);
        } catch (error) {
          return error instanceof TypeError && error.message;
        }
      },
      { token, ...given },
    );
    expect(thrown, JSON.stringify(given)).toMatch(message);
  }
  await expect(page.locator("iframe")).toHaveCount(0);
});

const tokens: [name: string, token: unknown, code: string, message: RegExp][] = [
  ["no token", undefined, "TOKEN_MISSING", /needs a token/],
  ["an empty one", "", "TOKEN_MISSING", /needs a token/],
  ["no embed token", "secret", "TOKEN_INVALID", /no embed token/],
  ["the whole answer instead of its token", { token: fakeToken() }, "TOKEN_INVALID", /no embed token/],
  ["a marketplace that is no id", fakeToken({ marketplaceId: "../x" }), "TOKEN_INVALID", /no embed token/],
  ["one of the other environment", fakeToken({ environment: "live" }), "TOKEN_INVALID", /option environment to "live"/],
];

for (const [name, token, code, message] of tokens) {
  test(`${name}: ${code}, after the handle is there`, async ({ fake, page }) => {
    await fake.visit();
    const early = await page.evaluate(
      (given) => {
        window.begin(given);
        return [window.handles.length, window.calls.length];
      },
      { token, host: fake.origin },
    );
    expect(early).toEqual([1, 0]);
    await expect.poll(fake.calls).toEqual([["error", { code, message: expect.stringMatching(message) }]]);
    await expect(page.locator("iframe")).toHaveCount(0);
    await page.evaluate(() => window.handles[0]?.destroy());
  });
}

test("destroyed before it could say what is wrong, it says nothing", async ({ fake, page }) => {
  await fake.visit();
  await page.evaluate((host) => {
    window.begin({ host });
    window.begin({ host, token: "secret" });
    for (const handle of window.handles) handle.destroy();
  }, fake.origin);
  expect(await fake.calls()).toEqual([]);
});

test("a page without an origin cannot embed it", { tag: "@long" }, async ({ fake, host, page }) => {
  await fake.visit();
  const body = (await (await fetch(`${host.origin}/`)).text()) ?? "";
  await page.goto(host.serve("/sandboxed", body, { "content-security-policy": "sandbox allow-scripts" }));
  await page.evaluate((given) => window.begin(given), { token: fakeToken(), host: fake.origin });
  await expect.poll(fake.calls).toMatchObject([["error", { code: "ORIGIN_NOT_ALLOWED" }]]);
  expect(fake.server.requests).toEqual([]);
});

test("errors that the page does not ask for show where the page's own do", async ({ page, fake, complaints }) => {
  await fake.visit();
  await page.evaluate((host) => {
    window.ServiceEmbed.ApplicationJourney({ token: "", container: "#first", host });
  }, fake.origin);
  await expect.poll(() => complaints).toEqual([expect.stringContaining("ApplicationJourney: TOKEN_MISSING")]);
  complaints.length = 0;
});

test("a callback that throws is the page's error: it is reported, and the journey continues", async ({
  fake,
  page,
  complaints,
}) => {
  await fake.visit();
  await page.evaluate(
    ([token, host]) => {
      const onReady = () => {
        throw new Error("The page's own mistake");
      };
      const onStepChange = ({ step }: { step: string }) => window.calls.push([step]);
      const given = { token, host, container: "#first", onReady, onStepChange };
      window.handles.push(window.ServiceEmbed.ApplicationJourney(given));
    },
    [fakeToken(), fake.origin] as const,
  );
  const frame = await frameOf(page);
  await frame.waitForFunction(() => window.letters?.length > 0);
  await fake.say(ready);
  await fake.say({ channel, type: "step-change", step: "funding" });
  await expect.poll(fake.calls).toEqual([["funding"]]);
  expect(complaints.splice(0)).toEqual(["uncaught: The page's own mistake"]);
});

test("two journeys on a page know nothing of each other", { tag: "@long" }, async ({ fake, page }) => {
  await fake.visit();
  const one = await fake.begin({ tag: "one " });
  const two = await fake.begin({ tag: "two ", container: "#second", token: fakeToken({ marketplaceId: "mkt_other" }) });
  await fake.say(ready, two);
  await fake.say({ channel, type: "resize", height: 300 }, one);
  await expect(page.locator("#first iframe")).toHaveCSS("height", "300px");
  await expect(page.locator("#second iframe")).toHaveCSS("height", "720px");
  await page.evaluate(() => window.handles[0]?.destroy());
  await fake.say({ channel, type: "step-change", step: "review" }, two);
  await expect.poll(fake.calls).toEqual([["two ready"], ["two step-change", { step: "review" }]]);
  expect(await fake.heard(two)).toMatchObject([{ data: { type: "init" } }]);
});

test("a frame that is moved loads again, and gets the latest token", { tag: "@long" }, async ({ fake, page }) => {
  const [first, second] = [fakeToken(), fakeToken()];
  await fake.visit();
  await fake.begin({ token: first, asking: true });
  await fake.say(asks);
  await expect.poll(() => page.evaluate(() => window.asked.length)).toBe(1);
  await page.evaluate((fresh) => window.asked[0]?.resolve(fresh), second);
  await expect.poll(() => fake.heard()).toMatchObject([{ data: { token: first } }, { data: { token: second } }]);
  await page.evaluate(() => document.querySelector("#second")?.append(window.handles[0]?.iframe ?? ""));
  const moved = await frameOf(page);
  await moved.waitForFunction(() => window.letters?.length > 0);
  expect(await fake.heard(moved)).toMatchObject([{ data: { type: "init", token: second, refresh: true } }]);
  await fake.say(ready, moved);
  await expect.poll(fake.calls).toEqual([["ready"]]);
});

test("a container that the page removes takes everything along, and brings it back", { tag: "@long" }, async ({
  fake,
  page,
}) => {
  const traces = await countTraces(page);
  await fake.visit();
  const before = await traces();
  await fake.begin();
  await page.evaluate(() => {
    Object.assign(window, { removed: document.querySelector("#first") });
    document.querySelector("#first")?.remove();
  });
  // What is left belongs to the frame, and goes with it.
  const onPage = async () => (await traces()).filter((trace) => / message |timer/.test(trace));
  await expect.poll(onPage).toEqual(before.filter((trace) => / message |timer/.test(trace)));
  await page.evaluate(() => document.body.append(Reflect.get(window, "removed")));
  const back = await frameOf(page);
  await back.waitForFunction(() => window.letters?.length > 0);
  await fake.say(ready, back);
  await expect.poll(fake.calls).toEqual([["ready"]]);
});
