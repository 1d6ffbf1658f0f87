import { expect } from "@/e2e/fixtures";
import { test } from "./dashboard-test";

test("the data set that is looked at is said at the top, and switched without leaving the place", async ({
  dashboard,
}) => {
  const page = await dashboard.open("test/developers/keys");
  const switches = page.getByRole("navigation", { name: "Data set" });
  await expect(page.getByText("TEST DATA", { exact: true })).toBeVisible();
  await expect(switches.getByRole("link", { name: "Test" })).toHaveAttribute("aria-current", "true");
  await switches.getByRole("link", { name: "Live" }).click();
  await expect(page).toHaveURL(/\/dashboard\/live\/developers\/keys$/);
  await expect(page.getByText("TEST DATA", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Sandbox clock" })).toHaveCount(0);
  await expect(switches.getByRole("link", { name: "Live" })).toHaveAttribute("aria-current", "true");
});

test("where there is little room, the navigation is behind a button and gone once it was used", {
  tag: "@long",
}, async ({ dashboard }) => {
  const page = await dashboard.open();
  await page.setViewportSize({ width: 360, height: 780 });
  const team = page.getByRole("link", { name: "Team", exact: true });
  await expect(team).toBeHidden();
  await page.getByRole("button", { name: "Menu navigation" }).click();
  await team.click();
  await expect(page).toHaveURL(/\/team$/);
  await expect(team).toBeHidden();
});

test("an address that names nothing says so, with the way to everything else", { tag: "@long" }, async ({
  dashboard,
}) => {
  const page = await dashboard.open();
  for (const path of ["test/loans/loan_nothing", "live/nothing/at/all"]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.getByRole("heading", { level: 1, name: "There is nothing here" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
    expect((await page.request.get(`/dashboard/${path}`)).status()).toBe(404);
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(page).toHaveURL(`/dashboard/${path.slice(0, 4)}`);
  }
  expect((await page.request.get("/dashboard/neither")).status()).toBe(404);
});

test("the pulse is for staff, of their own marketplace, in words that mean nothing", { tag: "@long" }, async ({
  dashboard,
  request,
}) => {
  const page = await dashboard.open("test/team", "VIEWER");
  const ask = (path: string) => page.request.get(`/dashboard/${path}`);
  const answer = await ask("test/pulse?topics=deliveries,breaks,funnel,requests");
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toMatch(/^[0-9a-f]{32}$/);
  expect((await ask("test/pulse?topics=money")).status()).toBe(400);
  expect((await ask("test/pulse")).status()).toBe(400);
  expect((await ask("both/pulse?topics=funnel")).status()).toBe(400);
  expect((await request.get("/dashboard/test/pulse?topics=funnel")).status()).toBe(401);
});
