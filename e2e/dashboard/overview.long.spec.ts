import { expect } from "@/e2e/fixtures";
import { openLending } from "@/e2e/lending";
import { test } from "./dashboard-test";

test("the code of charts is loaded when a chart is about to be seen, and not before", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  await (await openLending(marketplace, sql)).borrow("shop-1");
  const page = await dashboard.open("test/team");
  const loaded = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js") && !name.includes("?"))
          .length,
    );
  await page.setViewportSize({ width: 360, height: 300 });
  await page.goto("/dashboard/test");
  const line = page.getByRole("figure", { name: "Loans being repaid" });
  await page.waitForLoadState("networkidle");
  await expect(line.locator("[data-drawn=false]")).toHaveCount(1);
  const before = await loaded();
  await line.scrollIntoViewIfNeeded();
  await expect(line.locator("[data-drawn=true] svg.recharts-surface")).toHaveCount(1);
  expect(await loaded()).toBeGreaterThan(before);
});

test("one marketplace's programme is not in another's overview, nor test in live", async ({
  dashboard,
  marketplace,
  sql,
}) => {
  await (await openLending(marketplace, sql)).borrow("shop-1");
  await sql`update marketplaces set live_at = now() where id = ${marketplace.marketplaceId}`;
  const page = await dashboard.open("live", "VIEWER");
  await expect(page.getByText("No merchant yet")).toBeVisible();
});
