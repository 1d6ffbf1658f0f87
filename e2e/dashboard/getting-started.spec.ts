import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";
import { stepOf } from "./started-steps";

test("a viewer sees how far it is, and can do none of it", async ({ dashboard }) => {
  const page = await dashboard.open("test/getting-started", "VIEWER");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Getting started");
  await expect(stepOf(page, "1. Make a secret key")).toContainText("Done");
  await expect(page.getByText("You can look, but not change anything")).toBeVisible();
  for (const name of ["Create a secret key", "Allow this dashboard", "Add a test merchant"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
});

test("live leads to test, where it is done", async ({ dashboard }) => {
  const page = await dashboard.open("live/getting-started");
  await page.waitForURL("**/dashboard/test/getting-started");
});
