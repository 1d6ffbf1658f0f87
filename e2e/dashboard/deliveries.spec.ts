import { startReceiver } from "#receiver";
import { api, type Json } from "@/e2e/client";
import { expect, type Marketplace } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";
import { test } from "./dashboard-test";

const deliveries = "test/developers/deliveries";

/** Has the marketplace's events go to an endpoint that fails until it is mended; some merchants are made meanwhile. */
async function failingEndpoint({ client, run }: Marketplace, names: readonly string[]) {
  const endpoint = { broken: true };
  const receiver = await startReceiver<Json>({
    answer: (_, response) =>
      endpoint.broken ? response.writeHead(500).end("TypeError: order is undefined") : response.end("thanks"),
  });
  await client.ask("PUT", `${api}/webhook`, { body: { url: receiver.url } });
  for (const name of names) await merchantOf(client, name).create();
  await run();
  return { receiver, mend: () => Object.assign(endpoint, { broken: false }) };
}

test("why a webhook failed is found, and it is sent again", async ({ dashboard, marketplace }) => {
  const { receiver, mend } = await failingEndpoint(marketplace, ["unlucky"]);
  const page = await dashboard.open(deliveries, "DEVELOPER");
  const row = page.getByRole("row", { name: /merchant\.created/ });
  await expect(row).toContainText("Retrying, 1 of 5 failed");
  await expect(row).toContainText("HTTP 500");
  await row.getByRole("link", { name: "merchant.created" }).click();

  await expect(page.getByRole("heading", { name: "merchant.created" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
  await expect(page.getByText("Your server failed while it handled the event.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Answer to attempt 1" })).toHaveText("TypeError: order is undefined");
  await page.getByText("Headers of the request").click();
  await expect(page.getByRole("region", { name: "Headers of attempt 1" })).toContainText("webhook-signature: v1,");
  await expect(page.getByRole("region", { name: "Body of the request" })).toContainText('"event": "merchant.created"');

  mend();
  await page.getByRole("button", { name: "Resend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resend" }).click();
  await expect(page.getByText("Sending the event again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Attempt 2" })).toBeVisible();
  await expect(page.getByText("Delivered", { exact: true })).toBeVisible();
  const ids = receiver.deliveries.map(({ eventId }) => eventId);
  expect(ids).toEqual([ids[0], ids[0]]);
  await receiver.stop();
});

test("those that are ticked are sent again, then all that failed on these days", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  const { receiver, mend } = await failingEndpoint(marketplace, ["one", "two", "three", "four"]);
  await sql`update deliveries set status = 'FAILED', due_at = null, leased_until = null, finished_at = now()
    where marketplace_id = ${marketplace.marketplaceId}`;
  mend();
  const page = await dashboard.open(`${deliveries}?status=FAILED`);
  const boxes = page.getByRole("checkbox", { name: /^Select merchant/ });
  await expect(boxes).toHaveCount(4);
  await boxes.first().check();
  await boxes.last().check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("button", { name: "Resend 2" }).click();
  await expect(page.getByText("Sending 2 events again.")).toBeVisible();
  await expect(boxes).toHaveCount(2);

  await page.getByRole("button", { name: "Resend failed" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Count them" }).click();
  await expect(dialog.getByText("2 events failed on these days.")).toBeVisible();
  await dialog.getByRole("button", { name: "Resend them" }).click();
  await expect(dialog.getByText("2 events are on the way again.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Nothing fits")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("cell", { name: "Delivered" })).toHaveCount(4);
  await receiver.stop();
});

test("a viewer sees deliveries and has nothing to change them with; a file has them all", async ({
  dashboard,
  marketplace,
}) => {
  await merchantOf(marketplace.client, "seen").create();
  await marketplace.run();
  const page = await dashboard.open(deliveries, "VIEWER");
  await expect(page.getByRole("row", { name: /merchant\.created/ })).toContainText("Delivered");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Resend/ })).toHaveCount(0);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^deliveries-test-.*\.csv$/);
});

test("a test event is sent, and what came of it is told", async ({ dashboard, marketplace }) => {
  const page = await dashboard.open("test/developers/webhook", "DEVELOPER");
  await page.getByRole("button", { name: "Send a test event" }).click();
  await expect(page.getByText("Acknowledged", { exact: true })).toBeVisible();
  await expect(page.getByText(/^HTTP 204, after \d+ ms$/)).toBeVisible();
  const [arrived] = marketplace.receiver.deliveries;
  expect(arrived).toMatchObject({ flaw: null, payload: { event: "webhook.test", environment: "test" } });
});
