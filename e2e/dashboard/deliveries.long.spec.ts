import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";
import { deliveries, failingEndpoint } from "./failing-endpoint";

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
