import { expect } from "@/e2e/fixtures";
import { expectAccessible } from "@/e2e/looks";
import { test } from "./dashboard-test";
import { tabTo } from "./tabbing";

test("the account menu opens and signs out by keyboard", async ({ dashboard }) => {
  const page = await dashboard.open("test/team");
  const account = page.getByRole("button", { name: "Account" });
  await tabTo(page, account);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Your security" })).toBeVisible();
  await expectAccessible([page.mainFrame()], "the account menu");
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/login$/);
  await page.goto("/dashboard/test");
  await expect(page).toHaveURL(/\/dashboard\/login\?to=/);
});
