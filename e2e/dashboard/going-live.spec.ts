import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";

test("the clock of test data is moved ahead, with what is due on the way; live data has no such page", async ({
  dashboard,
}) => {
  const page = await dashboard.open("test/clock", "DEVELOPER");
  await expect(page.getByText("Not at all")).toBeVisible();
  await page.getByRole("button", { name: "1 week ahead" }).click();
  await page.getByRole("button", { name: "Move it 1 week" }).click();
  await expect(page.getByText("7 days", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "By days…" }).click();
  await page.getByLabel("Days").fill("401");
  await page.getByRole("button", { name: "Move it", exact: true }).click();
  await expect(page.getByText("Must be a whole number from 1 to 400")).toBeVisible();
  await page.getByLabel("Days").fill("2");
  await page.getByRole("button", { name: "Move it", exact: true }).click();
  await expect(page.getByText("9 days", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Do what waits now" }).click();
  await expect(page.getByText("Everything that waited is done.")).toBeVisible();

  const viewer = await dashboard.another("test/clock", "VIEWER");
  await expect(viewer.getByText("9 days", { exact: true })).toBeVisible();
  await expect(viewer.getByRole("button", { name: /ahead|days|Do what/ })).toHaveCount(0);
  expect((await viewer.goto("/dashboard/live/clock"))?.status()).toBe(404);
});
