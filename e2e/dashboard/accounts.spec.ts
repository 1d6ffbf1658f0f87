import { anyAddress } from "@/e2e/client";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { addStaff, signInStaff } from "@/e2e/staff";
import { expectRefused, mailedLink, newAddress, nextCode, setUpSecondFactor, typeSignIn } from "./account";
import { test } from "./dashboard-test";

const password = "mango rain 88 lorry";

test("a marketplace is registered, confirmed by its mail, and its owner signed in", async ({ page }) => {
  const email = newAddress();
  await page.goto("/dashboard/register");
  await page.getByLabel("Marketplace").fill("Lagos Traders");
  await page.getByLabel("Your name").fill("Ngozi Eze");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("password123");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Too close to a password that many people use")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeFocused();
  await expectLooksRightEverywhere(page, "dashboard-register-sent");

  const link = await mailedLink(page, email, "/dashboard/verify");
  await page.goto(link);
  await expect(page.getByText("Lagos Traders")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("another password");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page.getByText("Not the password you chose")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page).toHaveURL("/dashboard/test/getting-started");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await page.goto("/dashboard/test/team");
  await expect(page.getByRole("row", { name: /Ngozi Eze \(you\)/ })).toContainText("Owner");
});

test("a forgotten password is replaced by mail, once, and sign-in leads to where one wanted to go", async ({
  page,
  complaints,
  sql,
  marketplace,
}) => {
  const { email } = await addStaff(sql, marketplace.marketplaceId, "DEVELOPER");
  await page.goto("/dashboard/test/team");
  await expect(page).toHaveURL("/dashboard/login?to=%2Fdashboard%2Ftest%2Fteam");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  const link = await mailedLink(page, email, "/dashboard/reset-password");
  await page.goto(link);
  await expectLooksRightEverywhere(page, "dashboard-reset-password");
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("status")).toContainText("Your password has been changed");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await page.goto("/dashboard/login?to=%2Fdashboard%2Flive%2Fteam");
  await typeSignIn(page, { email, password: "the old one" });
  await expect(page.getByText("Wrong e-mail address or password")).toBeVisible();
  await expectRefused(complaints, 1);
  await typeSignIn(page, { email, password });
  await expect(page).toHaveURL("/dashboard/live/team");
});

test("a second factor is set up, asked for at the next sign-in, and stood in for by a recovery code", {
  tag: "@long",
}, async ({ page, browser, complaints, sql, marketplace }) => {
  const staff = await addStaff(sql, marketplace.marketplaceId, "VIEWER");
  await signInStaff(page, staff);
  await page.goto("/dashboard/test/security");
  const { secret, codes } = await setUpSecondFactor(page, staff.password);
  // This browser stays signed in, although every earlier session has ended.
  await expect(page.getByText("10 of 10")).toBeVisible();
  await expectLooksRightEverywhere(page, "dashboard-security");

  const other = await browser.newPage({ extraHTTPHeaders: anyAddress() });
  const enter = async () => {
    await other.context().clearCookies();
    await other.goto("/dashboard/login?to=%2Fdashboard%2Ftest%2Fsecurity");
    await typeSignIn(other, staff);
    await expect(other.getByLabel("Code", { exact: true })).toBeFocused();
  };
  const send = async (code: string) => {
    await other.getByLabel("Code", { exact: true }).fill(code);
    await other.getByRole("button", { name: "Go on" }).click();
  };
  await enter();
  await expectLooksRightEverywhere(other, "dashboard-login-code");
  await send("000000");
  await expect(other.getByText("Wrong, or used already")).toBeVisible();
  const code = nextCode(secret);
  await send(code);
  await expect(other).toHaveURL("/dashboard/test/security");
  await enter();
  await send(code);
  await expect(other.getByText("Wrong, or used already")).toBeVisible();
  await send(codes[0] ?? "");
  await expect(other.getByText("9 of 10")).toBeVisible();
  // Twice the right password without a code, twice a code that is none.
  await expectRefused(complaints, 4);
  await other.context().close();
});

test("an owner of a live marketplace sets a second factor up before anything else", { tag: "@long" }, async ({
  page,
  sql,
  marketplace,
}) => {
  const { marketplaceId } = marketplace;
  const owner = await addStaff(sql, marketplaceId);
  await signInStaff(page, owner);
  await sql`update marketplaces set live_at = now() where id = ${marketplaceId}`;
  for (const path of ["test", "live/team", "test/developers/keys"]) {
    await page.goto(`/dashboard/${path}`);
    await expect(page).toHaveURL(`/dashboard/${path.split("/")[0]}/security`);
  }
  await expect(page.getByText("its owners need a second factor")).toBeVisible();
  await setUpSecondFactor(page, owner.password);
  await expect(page.getByRole("button", { name: "Turn off" })).toHaveCount(0);
  await page.goto("/dashboard/live/team");
  await expect(page.getByRole("heading", { name: "Team" })).toBeVisible();
});

test("sign-in leads to no other place than the dashboard", async ({ page, sql, marketplace }) => {
  const staff = await addStaff(sql, marketplace.marketplaceId, "VIEWER");
  await signInStaff(page, staff);
  for (const to of ["//evil.example", "https://evil.example", "/oauth/login", "/dashboard/test\\@evil.example", "/x"]) {
    await page.goto(`/dashboard/login?to=${encodeURIComponent(to)}`);
    await expect(page).toHaveURL("/dashboard/test");
  }
});

test("mails lead to this service, whatever a request calls its host", async ({ page, baseURL }) => {
  const email = newAddress();
  await page.goto("/dashboard/forgot-password");
  await page.route("**/dashboard/forgot-password", (route) =>
    route.continue({
      headers: { ...route.request().headers(), "x-forwarded-proto": "https", forwarded: "host=evil.example" },
    }),
  );
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  const mailbox = await (await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text();
  expect(mailbox).toContain(`${baseURL}/dashboard/forgot-password`);
  expect(mailbox).not.toContain("evil.example");
});
