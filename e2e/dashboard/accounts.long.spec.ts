import { anyAddress } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { addStaff, signInStaff } from "@/e2e/staff";
import { setUpSecondFactor } from "./account";
import { test } from "./dashboard-test";

const password = "mango rain 88 lorry";

test("changing the password and turning the factor off keep this browser signed in, and no other", async ({
  page,
  browser,
  sql,
  marketplace,
}) => {
  const staff = await addStaff(sql, marketplace.marketplaceId, "DEVELOPER");
  const other = await browser.newPage({ extraHTTPHeaders: anyAddress() });
  await signInStaff(other, staff);
  await signInStaff(page, staff);
  await page.goto("/dashboard/test/security");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Present password", { exact: true }).fill("a guess");
  await dialog.getByLabel("New password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("Not your present password")).toBeVisible();
  await dialog.getByLabel("Present password", { exact: true }).fill(staff.password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await other.goto("/dashboard/test/security");
  await expect(other).toHaveURL(/\/dashboard\/login\?/);
  await other.context().close();

  const { codes } = await setUpSecondFactor(page, password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByLabel("Code", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await dialog.getByLabel("Code", { exact: true }).fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Set up a second factor" })).toBeVisible();
});

for (const [name, path, title] of [
  ["login", "/dashboard/login", "Sign in"],
  ["register", "/dashboard/register", "Register your marketplace"],
  ["forgot-password", "/dashboard/forgot-password", "Choose a new password"],
  ["verify-gone", "/dashboard/verify#token=none", "This link does not work"],
  ["reset-gone", "/dashboard/reset-password", "This link does not work"],
  ["invitation-gone", "/dashboard/invitation", "This invitation does not work"],
] as const) {
  test(`${name}: fits, reads well and is accessible, narrow and wide, light and dark`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expectLooksRightEverywhere(page, `dashboard-${name}`);
  });
}
