import { createHmac } from "node:crypto";
import type { Page } from "playwright/test";
import { startReceiver } from "#receiver";
import type { Json } from "@/e2e/client";
import { startHost } from "@/e2e/embed/host";
import { expect } from "@/e2e/fixtures";
import { signedWebhook } from "@/e2e/sign-webhook";
import { test } from "./dashboard-test";
import { confirmIn } from "./secrets";

/** A card of a page, by its heading. */
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

/** Presses a button of a card and answers its window's question; the secret that is then shown. */
async function makeIn(page: Page, title: string, button: string, confirm: string): Promise<string> {
  await card(page, title).getByRole("button", { name: button, exact: true }).click();
  return confirmIn(page, confirm);
}

test("an API secret is rotated: the former and the new one verify, and both are seen in use", async ({
  dashboard,
  marketplace: { client, marketplaceId },
}) => {
  const page = await dashboard.open("test/developers/keys");
  const one = await makeIn(page, "API secret", "Make the API secret", "Make it");
  // A signed webhook that says nothing is malformed; with another signature it would be 401.
  const send = async (apiSecret: string) =>
    (
      await client.call(
        "POST",
        "/api/v1/webhooks/marketplace/settlement",
        signedWebhook({ apiSecret, marketplaceId }, {}),
      )
    ).status;
  expect(await send(one)).toBe(400);
  const two = await makeIn(page, "API secret", "Rotate", "Rotate now");
  expect([await send(one), await send(two)]).toEqual([400, 400]);
  await expect(async () => {
    await page.reload();
    await expect(card(page, "API secret")).toContainText(/Last usedjust now.*Still works.*last used just now/, {
      timeout: 1_000,
    });
  }).toPass();

  await card(page, "API secret").getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("radio", { name: /Ends now/ }).check();
  const three = await confirmIn(page, "Rotate now");
  await expect(card(page, "API secret")).not.toContainText("Still works");
  expect([await send(one), await send(two), await send(three)]).toEqual([401, 401, 400]);
});

test("a webhook endpoint is registered and its secret rotated: events meanwhile verify with the former and the new one", async ({
  dashboard,
}) => {
  const receiver = await startReceiver<Json>();
  const page = await dashboard.open("live/developers/webhook");
  await page.getByRole("button", { name: "Register an endpoint" }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("Address").fill(receiver.url);
  await window.getByRole("button", { name: "Save" }).click();
  await expect(window.getByText("Must be an https URL")).toBeVisible();
  await page.goto("/dashboard/test/developers/webhook");
  await page.getByRole("button", { name: "Edit" }).click();
  await window.getByLabel("Address").fill(receiver.url);
  await window.getByLabel(/^All of them/).uncheck();
  await window.getByRole("button", { name: "Save" }).click();
  await expect(window.getByText("Choose at least one event")).toBeVisible();
  await window.getByLabel("loan.disbursed").check();
  await window.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Endpoint")).toContainText(`${receiver.url}StateEnabledEventsloan.disbursed`);

  const one = await makeIn(page, "Secret", "Rotate", "Rotate now");
  const two = await makeIn(page, "Secret", "Rotate", "Rotate now");
  await expect(card(page, "Secret")).toContainText("Still signs");
  /** Has a test event sent, and says which of the secrets it verifies with. */
  const verifying = async (secrets: string[]): Promise<boolean[]> => {
    await page.getByRole("button", { name: "Send a test event" }).click();
    await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
    const { headers, body }: Json = receiver.deliveries.at(-1);
    const sent = String(headers["x-service-signature"]).split(",");
    return secrets.map((secret) => {
      const digest = createHmac("sha256", secret).update(`${headers["x-service-timestamp"]}.${body}`).digest("hex");
      return sent.includes(`sha256=${digest}`);
    });
  };
  expect(await verifying([one, two])).toEqual([true, true]);
  await expect(card(page, "Endpoint")).toContainText("Test eventAcknowledged");

  await card(page, "Secret").getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("radio", { name: /Ends now/ }).check();
  const three = await confirmIn(page, "Rotate now");
  await expect(card(page, "Secret")).not.toContainText("Still signs");
  await page.reload();
  expect(await verifying([one, two, three])).toEqual([false, false, true]);
  await receiver.stop();
});

test("an OAuth client is made, its secret regenerated and its redirect URIs edited", async ({ dashboard, baseURL }) => {
  const page = await dashboard.open("test/developers/oauth");
  const one = await makeIn(page, "OAuth client", "Make the client secret", "Make it");
  const clientId = (await page.getByText(/^cli_/).textContent()) ?? "";
  const takes = async (secret: string) => {
    const answer = await fetch(new URL("/oauth/token", baseURL), {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    return answer.status === 200;
  };
  const two = await makeIn(page, "OAuth client", "Rotate", "Rotate now");
  expect([await takes(one), await takes(two), await takes(`${two}x`)]).toEqual([true, true, false]);

  const window = page.getByRole("dialog");
  await card(page, "Redirect URIs").getByRole("button", { name: "Edit" }).click();
  await window.getByLabel("Addresses").fill("https://shop.example/back\nhttp://shop.example/back");
  await window.getByRole("button", { name: "Save" }).click();
  await expect(window.getByText(/^http:\/\/shop.example\/back: Must be https/)).toBeVisible();
  await window.getByLabel("Addresses").fill("https://shop.example/back");
  await window.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Redirect URIs").getByRole("listitem")).toHaveText(["https://shop.example/back"]);
});

test("an origin is registered, and its page shows the journey at once; removed, it does not", async ({
  dashboard,
  marketplace: { marketplaceId },
  baseURL,
}) => {
  const shop = await startHost();
  const journey = `${baseURL}/embed/${marketplaceId}?env=test`;
  const market = shop.serve("/market", `<title>Market</title><iframe src="${journey}" title="Financing"></iframe>`);
  // The policy that browsers go by, as they get it.
  const framing = async () => (await fetch(journey)).headers.get("content-security-policy");
  const page = await dashboard.open("test/developers/origins");
  expect(await framing()).toContain("frame-ancestors 'none'");
  await page.getByRole("button", { name: "Add an origin" }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("Origin").fill(`${shop.origin}/market`);
  await window.getByRole("button", { name: "Add it" }).click();
  await expect(window.getByText(/Must not have a path/)).toBeVisible();
  await window.getByLabel("Origin").fill(shop.origin);
  await window.getByRole("button", { name: "Add it" }).click();
  await expect(page.getByRole("row", { name: shop.origin })).toBeVisible();
  const embedding = await page.context().newPage();
  await embedding.goto(market);
  await expect(embedding.frameLocator("iframe").locator("main")).toBeVisible();
  await embedding.close();

  await page.getByRole("row", { name: shop.origin }).getByRole("button", { name: "Remove" }).click();
  await window.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByText("No origins yet")).toBeVisible();
  expect(await framing()).toContain("frame-ancestors 'none'");
  shop.stop();
});
