import { expect } from "@/e2e/fixtures";
import { channel, fakeToken, fakeTest as test } from "./fake-journey";

test.beforeEach(async ({ fake }) => {
  await fake.visit();
});

test.describe("a journey that does not answer", () => {
  test.beforeEach(async ({ fake, page }) => {
    await page.clock.install({ time: 0 });
    await fake.visit();
    // From here on time passes only when a test says so.
    await page.clock.pauseAt(3_600_000);
  });

  const failed = (host: string) => [
    "error",
    {
      code: "LOAD_FAILED",
      message: expect.stringMatching(new RegExp(`${host} is among the embedding origins \\(test\\)`)),
    },
  ];

  test("20 s after it has loaded, the page learns what to look at", async ({ fake, host, page }) => {
    await fake.begin();
    await page.clock.runFor(19_999);
    expect(await fake.calls()).toEqual([]);
    await page.clock.runFor(1);
    expect(await fake.calls()).toEqual([failed(host.origin)]);
    await page.clock.runFor(600_000);
    expect(await fake.calls()).toHaveLength(1);
    // Late is better than never.
    await fake.say({ channel, type: "ready" });
    await expect.poll(fake.calls).toEqual([failed(host.origin), ["ready"]]);
  });

  test("60 s when nothing has loaded at all", async ({ fake, host, page }) => {
    fake.server.hold("/embed/mkt_silent");
    const token = fakeToken({ marketplaceId: "mkt_silent" });
    await page.evaluate((given) => window.begin(given), { token, host: fake.origin });
    await page.clock.runFor(59_999);
    expect(await fake.calls()).toEqual([]);
    await page.clock.runFor(1);
    expect(await fake.calls()).toEqual([failed(host.origin)]);
  });

  test("an address where nobody listens", async ({ fake, host, page, complaints }) => {
    const nobody = "http://127.0.0.1:9";
    await page.evaluate((given) => window.begin(given), { token: fakeToken(), host: nobody });
    await page.clock.runFor(60_000);
    await expect.poll(fake.calls).toEqual([failed(host.origin)]);
    // The browser's own words about it.
    complaints.length = 0;
  });

  test("a browser that says it failed need not be waited for", async ({ fake, host, page }) => {
    await fake.begin();
    await page.evaluate(() => window.handles[0]?.iframe.dispatchEvent(new Event("error")));
    expect(await fake.calls()).toEqual([failed(host.origin)]);
    await page.clock.runFor(600_000);
    expect(await fake.calls()).toHaveLength(1);
  });

  for (const type of ["ready", "token-request", "resize", "error"]) {
    test(`${type} is an answer`, async ({ fake, page }) => {
      await fake.begin();
      await fake.say({ channel, type, height: 700, code: "NETWORK", message: "Not reachable." });
      await fake.say({ channel, type: "resize", height: 600 });
      await expect(page.locator("iframe")).toHaveCSS("height", "600px");
      const before = await fake.calls();
      await page.clock.runFor(600_000);
      expect(await fake.calls()).toEqual(before);
    });
  }

  test("removed with its container before, it reports no error", async ({ fake, page }) => {
    await fake.begin();
    await page.evaluate(() => document.querySelector("#first")?.remove());
    await page.clock.runFor(600_000);
    expect(await fake.calls()).toEqual([]);
  });
});
