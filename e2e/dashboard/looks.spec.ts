import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { test } from "@/e2e/pages/page-test";
import { signInStaff } from "@/e2e/staff";

// One page of each kind; looks.long.spec.ts has all of them.
test("the sign-in, a list and what is behind its first row look right", async ({ page, request }) => {
  const { dashboard } = await (await request.get("/api/sandbox/credentials")).json();
  await page.goto("/dashboard/login");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
  await expectLooksRightEverywhere(page, "dashboard-login", { whole: true });
  await signInStaff(page, dashboard);
  await page.goto("/dashboard/test/merchants");
  await expectLooksRightEverywhere(page, "dashboard/test-merchants", { whole: true });
  await page.getByRole("main").getByRole("rowheader").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/test\/merchants\/./);
  await expectLooksRightEverywhere(page, "dashboard/test-merchants-one", { whole: true });
});
