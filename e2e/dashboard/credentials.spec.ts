import { api, createClient } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";
import { confirmIn } from "./secrets";

test("a secret key is created, used, seen to be in use and revoked", async ({ dashboard, baseURL }) => {
  const page = await dashboard.open("test/developers/keys", "DEVELOPER");
  await page.getByRole("button", { name: "Create a secret key" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Nightly import");
  const secretKey = await confirmIn(page, "Create it");
  expect(secretKey).toMatch(/^sk_test_/);
  const row = page.getByRole("row", { name: /Nightly import/ });
  await expect(row).toContainText("Never");
  expect(await page.content()).not.toContain(secretKey);

  const backend = createClient({ address: baseURL ?? "", secretKey });
  expect((await backend.call("GET", `${api}/events`)).status).toBe(200);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText("just now", { timeout: 1_000 });
  }).toPass();

  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
  await expect(row).toContainText("Revoked");
  await expect(page.getByRole("button", { name: "Revoke" })).toBeFocused();
  expect((await backend.call("GET", `${api}/events`)).status).toBe(401);
});

test("a viewer sees the settings, and nothing to change them with", async ({ dashboard, marketplace: { client } }) => {
  await client.ask("POST", `${api}/api-secret/rotate`);
  const page = await dashboard.open("test/developers/keys", "VIEWER");
  for (const path of ["keys", "oauth", "origins", "webhook"]) {
    await page.goto(`/dashboard/test/developers/${path}`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
    const offered = main.getByRole("button", { name: /Create|Revoke|Rotate|Make|Add|Remove|Edit|Register|Send/ });
    await expect(offered).toHaveCount(0);
  }
});
