import { expect } from "@/e2e/fixtures";
import { fakeToken, fakeTest as test } from "./fake-journey";
import { marked, marker, ready } from "./unheard";

test.beforeEach(async ({ fake }) => {
  await fake.visit();
});

test("ignored: other frames of the journey's origin, beside the journey and inside it", async ({ fake, page }) => {
  await fake.begin();
  const address = fake.server.serve("/other", "<!doctype html><title>Other</title>");
  const add = (src: string) =>
    new Promise<void>((loaded) => {
      const frame = document.createElement("iframe");
      frame.onload = () => loaded();
      frame.src = src;
      document.body.append(frame);
    });
  await page.evaluate(add, address);
  const journey = page.frames()[1];
  await journey?.evaluate(add, address);
  const others = page.frames().filter((frame) => frame.url() === address);
  expect(others).toHaveLength(2);
  for (const other of others) await other.evaluate((message) => window.top?.postMessage(message, "*"), ready);
  await expect.poll(() => page.evaluate(() => window.letters.length)).toBe(2);
  await fake.say(marker);
  await expect.poll(fake.calls).toEqual([marked]);
});

test("ignored: a window of the journey's origin that the page has opened", async ({ fake, page }) => {
  await fake.begin();
  const opened = page.waitForEvent("popup");
  await page.evaluate(
    (address) => window.open(address),
    fake.server.serve("/popup", "<!doctype html><title>P</title>"),
  );
  const popup = await opened;
  await popup.waitForLoadState();
  await popup.evaluate((message) => window.opener.postMessage(message, "*"), ready);
  await expect.poll(() => page.evaluate(() => window.letters.length)).toBe(1);
  expect(await fake.calls()).toEqual([]);
});

test("ignored: what the frame says before it has loaded", async ({ fake, page }) => {
  const early = `<!doctype html><title>Early</title><script>
    window.letters = [1];
    parent.postMessage(${JSON.stringify(ready)}, "*");
  </script><img src="${fake.server.hold("/picture")}" alt="">`;
  fake.server.serve("/embed/mkt_early", early);
  await page.evaluate(
    ([token, host]) => {
      window.begin({ token, host });
    },
    [fakeToken({ marketplaceId: "mkt_early" }), fake.origin] as const,
  );
  await expect.poll(() => page.evaluate(() => window.letters.length)).toBe(1);
  expect(await fake.calls()).toEqual([]);
});

test("ignored: what is made up when the frame is out of the page, and nobody has a window", async ({ fake, page }) => {
  await fake.begin();
  await page.evaluate(
    ([data, origin]) => {
      document.querySelector("#first")?.remove();
      window.dispatchEvent(new MessageEvent("message", { data, origin }));
    },
    [ready, fake.origin] as const,
  );
  expect(await fake.calls()).toEqual([]);
});

for (const theme of [undefined, null, "dark", 7, { primary: ["#fff"] }, { logo: "https://" }]) {
  test(`a theme of ${JSON.stringify(theme)} keeps nobody from an init`, async ({ fake }) => {
    await fake.begin({ theme });
    expect(await fake.heard()).toMatchObject([{ data: { type: "init", theme: {} } }]);
  });
}

test("a theme that cannot be sent as it is, a framework's proxy, arrives as what it stands for", async ({
  fake,
  page,
}) => {
  await page.evaluate(([token, host]) => window.begin({ token, host, theme: new Proxy({ primary: "#123456" }, {}) }), [
    fakeToken(),
    fake.origin,
  ] as const);
  await expect.poll(() => fake.heard()).toMatchObject([{ data: { type: "init", theme: { primary: "#123456" } } }]);
});
