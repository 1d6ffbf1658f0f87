import { expect } from "@/e2e/fixtures";
import {
  askForAccount,
  authorizationRequest,
  linkTo,
  newPerson,
  readSandbox,
  type Sandbox,
  signOutOfAccount,
  signUp,
  typeSignIn,
} from "./merchant";
import { askedToConsent, button, heading } from "./oauth-page";
import { test } from "./page-test";

let sandbox: Sandbox;
test.beforeAll(async () => {
  sandbox = await readSandbox(process.env.BASE_URL);
});
const ask = (changes: Record<string, string> = {}) => authorizationRequest(sandbox, changes).query;

test("signed out in another tab, Allow leads through sign-in back to the question", async ({ page, context, sql }) => {
  const person = await askedToConsent(page, sql, ask());
  await context.clearCookies();
  await button(page, "Allow").click();
  await expect(heading(page)).toHaveText("Sign in");
  await typeSignIn(page, person);
  await expect(heading(page)).toHaveText("Connect your shop with Demo Market?");
});

test("sign out and back as another, to the same request", async ({ page, sql }) => {
  const { query, state } = authorizationRequest(sandbox);
  await askedToConsent(page, sql, query);
  await button(page, "Not you? Sign out").click();
  await expect(heading(page)).toHaveText("Sign in");
  await typeSignIn(page, sandbox.merchant);
  await expect(page.getByText(sandbox.merchant.email)).toBeVisible();
  await button(page, "Allow").click();
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
  expect(new URL(page.url()).searchParams.get("state")).toBe(state);
});

test("opened by themselves the pages lead to the account, and follow no address they are given", async ({
  page,
  baseURL,
}) => {
  const person = newPerson();
  const traps = "callbackUrl=https%3A%2F%2Fevil.example&next=%2F%2Fevil.example&to=https%3A%2F%2Fevil.example";
  await signUp(page, person, traps);
  await expect(heading(page)).toHaveText(person.businessName);
  await expect(page).toHaveURL(`${baseURL}/account`);
  await signOutOfAccount(page);
  await page.goto(`/account/login?${traps}`);
  await typeSignIn(page, person);
  await expect(page).toHaveURL(`${baseURL}/account`);
  for (const path of ["/oauth/login", "/oauth/signup"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`${baseURL}/account`);
  }
});

test("the mail opened elsewhere makes the account and sends back to where it began; the password can be changed", async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson();
  await askForAccount(page, person, `${ask()}`);
  const phone = await (await browser.newContext({ baseURL })).newPage();
  await phone.goto(await linkTo(page, person.email));
  await phone.getByLabel("Password", { exact: true }).fill(person.password);
  await button(phone, "Confirm and sign in").click();
  await expect(heading(phone)).toHaveText("Your address is confirmed");
  await phone.context().close();
  await page.getByRole("link", { name: "Sign in" }).click();
  await typeSignIn(page, person);
  await expect(heading(page)).toHaveText("Connect your shop with Demo Market?");

  await page.goto("/account/security");
  const changed = { ...person, password: "mango rain 88 lorry" };
  await button(page, "Change password").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Present password", { exact: true }).fill(person.password);
  await dialog.getByLabel("New password", { exact: true }).fill(changed.password);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signOutOfAccount(page);
  await typeSignIn(page, changed);
  await expect(heading(page)).toHaveText(person.businessName);
});
