import { api } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { addLiveLender } from "@/e2e/lending";
import { signedWebhook } from "@/e2e/sign-webhook";
import { addStaff, openDashboard, originsPath } from "@/e2e/staff";
import { test } from "./dashboard-test";

test("the checklist says what is missing and where; once it holds, going live is asked for and withdrawn", async ({
  dashboard,
  marketplace: { client, marketplaceId },
  sql,
}) => {
  const page = await dashboard.open("test/go-live", "ADMIN");
  const item = (label: string) => page.getByRole("listitem").filter({ hasText: label });
  await expect(item("There is a live secret key")).toContainText("To do");
  await expect(page.getByRole("button", { name: "Ask to go live" })).toHaveCount(0);
  await item("There is a live secret key").getByRole("link", { name: "Live keys" }).click();
  await expect(page).toHaveURL(/live\/developers\/keys$/);

  const { loan } = await client.ask("POST", `${api}/test-helpers/scenarios/steady`);
  expect(loan.status).toBe("REPAID");
  const staff = await openDashboard(client.address, await addStaff(sql, marketplaceId, "DEVELOPER"));
  const settings = "/api/marketplace-dashboard";
  await staff.ask("PUT", originsPath, { body: { test: [], live: ["https://shop.example"] } });
  for (const path of ["secret-keys", "api-secret/rotate"]) {
    await staff.ask("POST", `${settings}/${path}?environment=live`);
  }
  const body = { url: "https://hooks.shop.example/" };
  await staff.ask("PUT", `${settings}/webhook?environment=live`, { body });
  // Nobody answers at that address.
  await sql`update webhook_endpoints set answered_at = now()
    where marketplace_id = ${marketplaceId} and environment = 'live'`;
  await addLiveLender(sql);
  const { apiSecret } = await client.ask("POST", `${api}/api-secret/rotate`);
  const report = signedWebhook({ apiSecret, marketplaceId }, {});
  expect((await client.call("POST", "/api/v1/webhooks/marketplace/settlement", report)).status).toBe(400);

  await page.goto("/dashboard/test/go-live");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("8 of 8 done")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Ask to go live" }).click();
  await page.getByRole("dialog").getByLabel("Note for us").fill("We start in March.");
  await page.getByRole("button", { name: "Send the request" }).click();
  await expect(page.getByText("We are looking at it")).toBeVisible();
  await expect(page.getByText("“We start in March.”")).toBeVisible();

  const viewer = await dashboard.another("test/go-live", "VIEWER");
  await expect(viewer.getByText("We are looking at it")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Withdraw" })).toHaveCount(0);

  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await expect(page.getByRole("button", { name: "Ask to go live" })).toBeVisible();
});
