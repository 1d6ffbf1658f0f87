import { expect } from "@/e2e/fixtures";
import { openLending } from "@/e2e/lending";
import { test } from "./dashboard-test";

test("a marketplace that has just begun is told what to do first", async ({ dashboard }) => {
  const page = await dashboard.open("test", "VIEWER");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await expect(page.getByText("No merchant yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Get started" })).toHaveAttribute(
    "href",
    "/dashboard/test/getting-started",
  );
});

test("an overview fills by itself, and says how the programme goes, in charts and in tables", async ({
  dashboard,
  marketplace,
  page,
  sql,
}) => {
  const heard = page.waitForResponse((answer) => answer.url().includes("/pulse") && answer.ok());
  await dashboard.open("test");
  await expect(page.getByText("No merchant yet")).toBeVisible();
  await heard;
  await (await openLending(marketplace, sql)).borrow("shop-1");

  const active = page
    .getByRole("paragraph")
    .filter({ hasText: /^Loans out now$/ })
    .locator("..");
  await expect(active).toContainText("1");
  const funnel = page.getByRole("table", { name: "From created to funded" });
  await expect(funnel.getByRole("row", { name: /^Funded/ })).toContainText("1");

  // What is drawn: one mark of the volume, on the day of the payout.
  const volume = page.getByRole("figure", { name: "Funded volume" });
  await volume.scrollIntoViewIfNeeded();
  await expect(volume.locator(".recharts-bar-rectangle path")).not.toHaveCount(0);

  // Screen readers have the figures without asking; everybody else behind a button.
  const table = volume.getByRole("table", { name: "Funded volume" });
  await expect(table).toHaveCount(1);
  const before = await volume.boundingBox();
  await volume.getByRole("button", { name: "Table" }).click();
  await expect(volume.getByRole("button", { name: "Table" })).toHaveAttribute("aria-pressed", "true");
  await expect(volume.locator("svg.recharts-surface")).toHaveCount(0);
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("cell", { name: /₦[1-9]/ })).toHaveCount(1);
  expect(await volume.boundingBox()).toEqual(before);

  await page.getByRole("link", { name: "12 months" }).click();
  await expect(page).toHaveURL(/range=12m$/);
  await expect(page.getByRole("figure", { name: "Funded volume" }).getByRole("row")).toHaveCount(13);
});
