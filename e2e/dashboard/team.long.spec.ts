import { anyAddress } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { mailedLink, newAddress } from "./account";
import { test } from "./dashboard-test";

test("a viewer is invited by mail, sees but touches nothing, gets another role, and is removed", async ({
  dashboard,
  browser,
}) => {
  const email = newAddress();
  const page = await dashboard.open("test/team");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel("Role").selectOption("VIEWER");
  await expectLooksRightEverywhere(page, "dashboard-team-invite");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("row", { name: email })).toContainText("Viewer");
  await expectLooksRightEverywhere(page, "dashboard-team");

  const theirs = await browser.newPage({ extraHTTPHeaders: anyAddress() });
  const link = await mailedLink(page, email, "/dashboard/invitation");
  await theirs.goto(link);
  await expectLooksRightEverywhere(theirs, "dashboard-invitation");
  await theirs.getByLabel("Your name").fill("Chidi Okafor");
  await theirs.getByLabel("Password", { exact: true }).fill("mango rain 88 lorry");
  await theirs.getByRole("button", { name: "Join the team" }).click();
  await expect(theirs).toHaveURL("/dashboard/test");
  await theirs.goto("/dashboard/test/team");
  await expect(theirs.getByRole("row", { name: /Chidi Okafor \(you\)/ })).toContainText("Viewer");
  await expect(theirs.getByRole("button", { name: /Invite|Change role|Remove|Withdraw/ })).toHaveCount(0);
  await expectLooksRightEverywhere(theirs, "dashboard-team-viewer");
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "This invitation does not work" })).toBeVisible();

  await page.reload();
  const row = page.getByRole("row", { name: "Chidi Okafor" });
  await row.getByRole("button", { name: "Change role" }).click();
  await dialog.getByLabel("Role").selectOption("ADMIN");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(row).toContainText("Administrator");
  await theirs.goto("/dashboard/test/team");
  await expect(theirs.getByRole("button", { name: "Invite somebody" })).toBeVisible();

  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Chidi Okafor is no longer in the team.")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeFocused();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/dashboard\/login\?/);
  await theirs.context().close();
});

test("an invitation is sent again, its first link ends, and it is withdrawn", async ({ dashboard }) => {
  const email = newAddress();
  const page = await dashboard.open("live/team", "ADMIN");
  await page.getByRole("button", { name: "Invite somebody" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("option", { name: /Owner/ })).toHaveCount(0);
  await dialog.getByLabel("E-mail address").fill(email);
  await dialog.getByLabel("Role").selectOption("DEVELOPER");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  const row = page.getByRole("row", { name: email });
  await expect(row).toBeVisible();
  const first = await mailedLink(page, email, "/dashboard/invitation");
  await row.getByRole("button", { name: "Send again" }).click();
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Another mail is on its way")).toBeVisible();
  const second = await mailedLink(page, email, "/dashboard/invitation");
  expect(second).not.toBe(first);
  await row.getByRole("button", { name: "Withdraw" }).click();
  await dialog.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("The invitation is withdrawn.")).toBeVisible();
  await expect(row).toHaveCount(0);
  for (const link of [first, second]) {
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "This invitation does not work" })).toBeVisible();
  }
});
