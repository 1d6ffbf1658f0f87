import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";

test("staff see their own marketplace, in the environment of the address; nobody else sees anything", async ({
  page,
  dashboard,
}) => {
  await page.goto("/dashboard/live/loans?state=ACTIVE");
  await expect(page).toHaveURL("/dashboard/login?to=%2Fdashboard%2Flive%2Floans%3Fstate%3DACTIVE");
  await dashboard.open("live");
  await expect(page).toHaveURL("/dashboard/live");
  expect((await page.goto("/dashboard/both"))?.status()).toBe(404);
});
