import { api } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
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

  // What takes other tests of their own.
  const { loan } = await client.ask("POST", `${api}/test-helpers/scenarios/steady`);
  expect(loan.status).toBe("REPAID");
  await sql`insert into secret_keys (id, marketplace_id, environment, digest, last_four, created_at)
    values (${`key_${marketplaceId}`}, ${marketplaceId}, 'live', ${marketplaceId}, 'abcd', now())`;
  await sql`insert into embedding_origins (marketplace_id, environment, origins, updated_at)
    values (${marketplaceId}, 'live', '["https://shop.example"]', now())`;
  await sql`insert into webhook_endpoints
      (marketplace_id, environment, url, status, secret_encrypted, answered_at, created_at, updated_at)
    values (${marketplaceId}, 'live', 'https://hooks.shop.example/', 'ENABLED', '', now(), now(), now())`;
  for (const environment of ["test", "live"])
    await sql`insert into api_secrets (marketplace_id, environment, secret_encrypted, rotated_at, last_used_at)
      values (${marketplaceId}, ${environment}, '', now(), now())`;

  await page.goto("/dashboard/test/go-live");
  await expect(page.getByText("7 of 7 done")).toBeVisible();
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

test("the clock of test data is moved ahead, with what is due on the way; live data has no such page", async ({
  dashboard,
}) => {
  const page = await dashboard.open("test/clock", "DEVELOPER");
  await expect(page.getByText("Not at all")).toBeVisible();
  await page.getByRole("button", { name: "Ahead 1 week" }).click();
  await page.getByRole("button", { name: "Move it 1 week" }).click();
  await expect(page.getByText("7 days", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ahead by…" }).click();
  await page.getByLabel("Days").fill("401");
  await page.getByRole("button", { name: "Move it", exact: true }).click();
  await expect(page.getByText("Must be a whole number from 1 to 400")).toBeVisible();
  await page.getByLabel("Days").fill("2");
  await page.getByRole("button", { name: "Move it", exact: true }).click();
  await expect(page.getByText("9 days", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Do what waits now" }).click();
  await expect(page.getByText("Everything that waited is done.")).toBeVisible();

  const viewer = await dashboard.another("test/clock", "VIEWER");
  await expect(viewer.getByText("9 days", { exact: true })).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Ahead|Do what/ })).toHaveCount(0);
  expect((await viewer.goto("/dashboard/live/clock"))?.status()).toBe(404);
});
