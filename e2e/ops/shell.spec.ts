import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { signInStaff } from "@/e2e/staff";
import { test } from "./console-test";

test("an operator of the sandbox signs in, sees what waits, and signs out", async ({ page, request }) => {
  const { operator } = await (await request.get("/api/sandbox/credentials")).json();
  await page.goto("/ops/test/security");
  await expect(page).toHaveURL(/\/ops\/login\?to=/);
  await expectLooksRightEverywhere(page, "ops-login", { whole: true });
  await page.getByLabel("E-mail address").fill(operator.email);
  await page.getByRole("textbox", { name: "Password" }).fill(operator.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your security");
  await page.goto("/ops/test");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What waits");
  await expectLooksRightEverywhere(page, "ops-work", { whole: true });
  const { expires } = (await page.context().cookies()).find(({ name }) => name === "financing.operator") ?? {};
  expect(Math.abs((expires ?? 0) - Date.now() / 1000 - 8 * 60 * 60)).toBeLessThan(120);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/ops\/login$/);
});

test("live data takes a second factor; nobody but operators comes in", async ({ console, page, request, browser }) => {
  await console.open("live");
  await expect(page).toHaveURL(/\/ops\/live\/security$/);
  await expect(page.getByText("This takes a second factor")).toBeVisible();
  expect((await page.request.get("/ops/neither")).status()).toBe(404);
  const { dashboard } = await (await request.get("/api/sandbox/credentials")).json();
  const other = await browser.newPage();
  await signInStaff(other, dashboard);
  await other.goto("/ops/test");
  await expect(other).toHaveURL(/\/ops\/login\?to=%2Fops%2Ftest$/);
  await other.context().close();
});
