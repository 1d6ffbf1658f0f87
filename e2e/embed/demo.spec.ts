import type { Page } from "playwright/test";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { expect, journeyTest as test } from "./journey-test";

/** The demo's own origin: the service's address under its other name. */
const demoOf = (baseURL: string | undefined) => `${baseURL?.replace("localhost", "127.0.0.1")}/demo`;

const list = (page: Page, name: "Callbacks" | "Webhooks" | "Calls") =>
  page.getByRole("list", { name, exact: true }).getByRole("listitem");
const attributes = (page: Page, name: "Callbacks" | "Webhooks" | "Calls", attribute: string) =>
  list(page, name).evaluateAll((items, key) => items.map((item) => item.getAttribute(key)), attribute);

async function startSeller(page: Page, baseURL: string | undefined, how: "details" | "nothing") {
  await page.goto(demoOf(baseURL));
  await page.getByRole("button", { name: `With ${how} filled in` }).click();
  await page.waitForURL(/\?seller=shop-/);
  return new URL(page.url()).searchParams.get("seller") ?? "";
}

test("the demo fits, reads well and is accessible, narrow and wide, light and dark", async ({ page, baseURL }) => {
  // From the service's own address, as the start page links to it.
  await page.goto("/demo");
  expect(page.url()).toBe(demoOf(baseURL));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Be a seller of this marketplace");
  await expect(page).toHaveTitle("Seller centre · Demo Market");
  await expectLooksRightEverywhere(page, "demo");
  await page.getByRole("link", { name: "Anchor Stores" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anchor Stores");
  await expect(list(page, "Webhooks")).not.toHaveCount(0);
  for (const summary of ["The figures as a table", "In your page", "On your server"]) {
    await page.getByText(summary, { exact: true }).click();
  }
  await list(page, "Webhooks").first().locator("summary").click();
  await expectLooksRightEverywhere(page, "demo-seller");
});

test("a new seller: the journey opens, callbacks and webhooks and calls are told in order", async ({
  page,
  baseURL,
  request,
}) => {
  const { secretKey } = await (await request.get("/api/sandbox/credentials")).json();
  const sent: string[] = [];
  page.on("request", (one) => sent.push(`${one.url()} ${JSON.stringify(one.headers())} ${one.postData() ?? ""}`));
  const seller = await startSeller(page, baseURL, "details");
  const calls = [
    "POST /merchants",
    `POST /merchants/${seller}/sales-data`,
    `PUT /merchants/${seller}/business-info`,
    `POST /merchants/${seller}/directors`,
    `GET /merchants/${seller}`,
  ];
  await expect.poll(() => attributes(page, "Calls", "data-call")).toEqual(expect.arrayContaining(calls));
  await expect.poll(() => attributes(page, "Webhooks", "data-event")).toEqual(["merchant.created"]);
  await list(page, "Webhooks").locator("summary").click();
  const body = await page.getByRole("region", { name: /^Body of merchant\.created/ }).textContent();
  expect(JSON.parse(body ?? "")).toMatchObject({ event: "merchant.created", merchant: { marketplace_id: seller } });

  await expect(page.getByText("None yet. Open the journey")).toBeVisible();
  await page.getByRole("button", { name: "Get funding" }).click();
  const frame = page.frameLocator("#financing iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("#financing iframe")).toBeFocused();
  // From its top: it may be higher than the window.
  const top = async () => (await page.locator("#financing iframe").boundingBox())?.y;
  await expect.poll(top).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(0);
  await expect.poll(() => attributes(page, "Callbacks", "data-callback")).toEqual(["onReady"]);
  expect(await page.locator("#financing iframe").getAttribute("src")).toMatch(
    new RegExp(`^${baseURL}/embed/mkt_\\w+\\?env=test$`),
  );
  await expect.poll(() => attributes(page, "Calls", "data-call")).toContain(`POST /merchants/${seller}/embed-tokens`);

  // What the page is made of and what the browser sends: the key is in none of it.
  expect(await page.content()).not.toContain(secretKey);
  expect(sent.filter((one) => one.includes(secretKey))).toEqual([]);

  const name = await page.getByRole("heading", { level: 1 }).textContent();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "");
  await expect.poll(() => attributes(page, "Webhooks", "data-event")).toContain("merchant.created");

  await page.getByRole("button", { name: "Get funding" }).click();
  await expect.poll(() => attributes(page, "Callbacks", "data-callback")).toEqual(["onReady"]);
  await page.getByRole("button", { name: "Open again" }).click();
  await expect.poll(() => attributes(page, "Callbacks", "data-callback")).toEqual(["onReady", "onReady"]);
  await expect(page.locator("#financing iframe")).toHaveCount(1);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.locator("#financing iframe")).toHaveCount(0);
});

test("with the keyboard alone, on a narrow page", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(demoOf(baseURL));
  await page.getByRole("button", { name: "With nothing filled in" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?seller=shop-/);
  const open = page.getByRole("button", { name: "Get funding" });
  await expect(open).toBeEnabled();
  await open.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => attributes(page, "Callbacks", "data-callback")).toEqual(["onReady"]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("the code it shows is what the page does", async ({ page, baseURL, request }) => {
  await page.goto(`${demoOf(baseURL)}?seller=test-tier-a`);
  await page.getByText("In your page", { exact: true }).click();
  const code = (await page.getByRole("region", { name: "Code for your page" }).textContent()) ?? "";
  const script = page.locator("script[integrity]");
  for (const name of ["src", "integrity"]) expect(code).toContain(`${name}="${await script.getAttribute(name)}"`);
  const versions = Object.values(await (await request.get("/sdk/manifest.json")).json()) as { integrity: string }[];
  expect(await script.getAttribute("integrity")).toBe(versions.at(-1)?.integrity);
  await page.getByLabel("Colour").fill("#aa3300");
  expect(await page.getByRole("region", { name: "Code for your page" }).textContent()).toContain('primary: "#aa3300"');
});

test("errors in words: no such seller, and a script that does not load", async ({ page, baseURL, complaints }) => {
  await page.goto(`${demoOf(baseURL)}?seller=shop-nobody`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such seller");
  await page.route("**/sdk/**", (route) => route.abort());
  await page.goto(`${demoOf(baseURL)}?seller=test-tier-b`);
  await page.getByRole("button", { name: "Get funding" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  // The browser complains of the script too: that is the point.
  complaints.length = 0;
});

test("no other site can use its actions, and none may frame it", async ({ page, baseURL, request }) => {
  await page.goto(demoOf(baseURL));
  const asked = page.waitForRequest((one) => one.method() === "POST");
  await page.getByRole("button", { name: "With nothing filled in" }).click();
  const action = await asked;
  await page.waitForURL(/\?seller=shop-/);
  const send = async (origin: string) => {
    const headers = { ...(await action.allHeaders()), origin };
    return (await request.post(action.url(), { headers, data: action.postData() ?? "" })).status();
  };
  expect(await send(new URL(demoOf(baseURL)).origin)).toBe(200);
  for (const origin of ["https://evil.example", "null"]) expect(await send(origin), origin).toBe(400);
  const policy = (await request.get(demoOf(baseURL))).headers()["content-security-policy"];
  expect(policy).toContain("frame-ancestors 'none'");
});
