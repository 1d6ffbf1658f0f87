import { expect } from "@/e2e/fixtures";
import { expectLooksRight, expectLooksRightEverywhere } from "@/e2e/looks";
import { signInAside } from "@/e2e/pages/merchant";
import { test } from "@/e2e/pages/page-test";
import { addHolder } from "@/e2e/staff";

const places = ["", "/notifications", "/profile", "/security", "/nothing-here"];

test("the account's own pages look right, narrow and wide, light and dark, with a shop that is behind", async ({
  page,
  request,
  sql,
}) => {
  const { merchants } = await (await request.get("/api/sandbox/merchants")).json();
  const behind = merchants.find(({ loan }: { loan: { status: string } | null }) => loan?.status === "DEFAULTED");
  await signInAside(page, await addHolder(sql, behind.merchantId));
  for (const place of places) {
    await page.goto(`/account${place}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectLooksRightEverywhere(page, `account${place.replace("/", "-")}`);
  }
  await page.goto("/account");
  await expect(page.getByRole("link", { name: /is overdue$/ })).toBeVisible();
  await page.goto("/account/notifications");
  await page
    .getByRole("main")
    .getByRole("link", { name: /\(unread\)$/ })
    .first()
    .click();
  await expect(page.getByRole("link", { name: "Open this loan" })).toBeVisible();
  await expectLooksRightEverywhere(page, "account-notification");

  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: "More" }).click();
  await expectLooksRight(page, "account-more");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Statements" })).toBeHidden();
});
