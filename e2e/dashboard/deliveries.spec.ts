import { expect } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";
import { test } from "./dashboard-test";
import { deliveries, failingEndpoint } from "./failing-endpoint";

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
