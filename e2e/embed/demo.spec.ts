import type { Page } from "playwright/test";
import { attributes, demoOf, list } from "./demo-page";
import { expect, journeyTest as test } from "./journey-test";

async function startSeller(page: Page, baseURL: string | undefined, how: "details" | "nothing") {
  await page.goto(demoOf(baseURL));
  await page.getByRole("button", { name: `With ${how} filled in` }).click();
  await page.waitForURL(/\?seller=shop-/);
  return new URL(page.url()).searchParams.get("seller") ?? "";
}

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
  // It is scrolled to once it is ready, and a button that moves away takes no click.
  await expect.poll(top).toBeLessThan(200);
  await page.getByRole("button", { name: "Open again" }).click();
  await expect.poll(() => attributes(page, "Callbacks", "data-callback")).toEqual(["onReady", "onReady"]);
  await expect(page.locator("#financing iframe")).toHaveCount(1);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.locator("#financing iframe")).toHaveCount(0);
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
