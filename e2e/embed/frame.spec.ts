import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { addStaff, openDashboard, originsPath } from "@/e2e/staff";
import { type Host, hostFixture } from "./host";
import { journeyTest } from "./journey-test";

/** Who may frame the journey, as a browser sees it: pages on real origins, registered by the dashboard's operations. */
const test = journeyTest.extend<{
  save: (origins: { test?: string[]; live?: string[] }) => Promise<void>;
  stranger: Host;
}>({
  save: async ({ sql, marketplace, baseURL }, use) => {
    const staff = await openDashboard(baseURL ?? "", await addStaff(sql, marketplace.marketplaceId));
    await use(async ({ test = [], live = [] }) => {
      const stored = await staff.ask("PUT", originsPath, { body: { test, live } });
      expect(stored).toMatchObject({ test, live });
    });
  },
  stranger: ({ baseURL: _ }, use) => hostFixture(use),
});

/** How long a busy machine may take is no finding. */
/** A page that frames addresses, and asks for nothing else. */
function framing(host: Host, path: string, ...addresses: string[]): string {
  const frames = addresses.map((address) => `<iframe src="${address}" width="400" height="600"></iframe>`).join("");
  const head = `<!doctype html><html lang="en"><title>Market</title><link rel="icon" href="data:,">`;
  return host.serve(path, `${head}${frames}</html>`);
}

async function expectShown(page: Page, address: string) {
  await expect(page.frameLocator("iframe").locator("main")).toBeVisible();
  expect(page.frames().at(-1)?.url()).toBe(address);
}

/** Every frame is the browser's own page of refusal, and nothing else is wrong; then that has been said. */
async function expectRefused(page: Page, complaints: string[], frames = 1) {
  const refused = () => page.frames().filter((frame) => frame.url() === "chrome-error://chromewebdata/").length;
  await expect.poll(refused).toBe(frames);
  await expect.poll(() => complaints.filter((text) => /frame-ancestors/.test(text)).length).toBe(frames);
  // What may not be framed may be missing too.
  expect(complaints.filter((text) => !/frame-ancestors|status of 404/.test(text))).toEqual([]);
  complaints.length = 0;
}

test.describe("the journey", () => {
  let journey = "";
  test.beforeEach(({ baseURL, marketplace }) => {
    journey = `${baseURL}/embed/${marketplace.marketplaceId}`;
  });

  test("opens in a page of a registered origin, without a word of complaint, and in no other", async ({
    page,
    host,
    stranger,
    save,
    complaints,
  }) => {
    await save({ test: ["https://shop.example", host.origin] });
    await page.goto(framing(host, "/", journey));
    await expectShown(page, journey);
    await page.goto(`${framing(host, "/deep/in/the/shop", `${journey}?env=test`)}?order=1`);
    await expectShown(page, `${journey}?env=test`);
    expect(complaints).toEqual([]);

    await page.goto(framing(stranger, "/", journey));
    await expectRefused(page, complaints);
    // The same machine by another name, or without its port, is another origin.
    await save({ test: [host.origin.replace("127.0.0.1", "localhost"), "http://127.0.0.1"] });
    await page.goto(framing(host, "/", journey));
    await expectRefused(page, complaints);
  });

  test("does not open before anything is registered", async ({ page, host, complaints }) => {
    await page.goto(framing(host, "/", journey, `${journey}?env=live`));
    await expectRefused(page, complaints, 2);
  });

  test("does not open in live where the origin is registered for test alone", async ({
    page,
    host,
    save,
    request,
    complaints,
  }) => {
    await save({ test: [host.origin], live: ["https://shop.example"] });
    await page.goto(framing(host, "/", journey));
    await expectShown(page, journey);
    await page.goto(framing(host, "/live", `${journey}?env=live`));
    await expectRefused(page, complaints);
    const live = await request.get(`${journey}?env=live`);
    expect(live.headers()["content-security-policy"]).toMatch(/; frame-ancestors https:\/\/shop\.example$/);
  });

  test("does not open where the environment is none, or two", { tag: "@long" }, async ({
    page,
    host,
    save,
    complaints,
  }) => {
    await save({ test: [host.origin] });
    const asked = ["?env=", "?env=prod", "?env=test&env=test", "?env=test&env=live"].map((query) => journey + query);
    await page.goto(framing(host, "/", ...asked));
    await expectRefused(page, complaints, asked.length);
  });

  test("no longer opens from the moment the origin is taken out", async ({ page, host, save, complaints }) => {
    await save({ test: [host.origin] });
    await page.goto(framing(host, "/", journey));
    await expectShown(page, journey);
    await save({ test: ["https://shop.example"] });
    await page.reload();
    await expectRefused(page, complaints);
    await save({ test: [host.origin] });
    await page.reload();
    await expectShown(page, journey);
  });

  test("of a marketplace that there is not, or of another one, does not open", { tag: "@long" }, async ({
    page,
    host,
    save,
    sql,
    baseURL,
    complaints,
  }) => {
    await save({ test: [host.origin] });
    const [other] = await sql`select id from marketplaces where id <> ${journey.split("/").at(-1) ?? ""} limit 1`;
    const addresses = ["mkt_none", other?.id, "%00"].map((id) => `${baseURL}/embed/${id}`);
    await page.goto(framing(host, "/", ...addresses));
    await expectRefused(page, complaints, addresses.length);
  });

  test("does not open in a registered page that a stranger's page frames", async ({
    page,
    host,
    stranger,
    save,
    complaints,
  }) => {
    await save({ test: [host.origin] });
    await page.goto(framing(stranger, "/", framing(host, "/", journey)));
    await expectRefused(page, complaints);
    await save({ test: [host.origin, stranger.origin] });
    await page.reload();
    const nested = page.frameLocator("iframe").frameLocator("iframe");
    await expect(nested.locator("main")).toBeVisible();
  });

  test("opens nothing else of the service to a registered origin", async ({
    page,
    host,
    save,
    baseURL,
    complaints,
  }) => {
    await save({ test: [host.origin] });
    const paths = ["/", "/account/login", "/demo", "/api", "/openapi.json", "/sdk/1.0.0/embed.js", `/embed/x/y`];
    await page.goto(framing(host, "/", ...paths.map((path) => baseURL + path)));
    await expectRefused(page, complaints, paths.length);
  });
});

test("the sandbox's owner logs in, and the demo's own pages are registered", async ({ baseURL }) => {
  const address = baseURL ?? "";
  const { dashboard } = await (await fetch(`${address}/api/sandbox/credentials`)).json();
  const owner = await openDashboard(address, dashboard);
  const { test: origins } = await owner.ask("GET", originsPath);
  expect(origins).toContain(address.replace("localhost", "127.0.0.1"));
});
