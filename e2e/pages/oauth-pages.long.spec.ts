import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { expectLooksRight, expectLooksRightEverywhere } from "@/e2e/looks";
import {
  askForAccount,
  authorizationRequest,
  linkTo,
  newPerson,
  readSandbox,
  type Sandbox,
  signInAside,
  typeSignIn,
} from "./merchant";
import { button, heading } from "./oauth-page";
import { test } from "./page-test";

let sandbox: Sandbox;
test.beforeAll(async () => {
  sandbox = await readSandbox(process.env.BASE_URL);
});

const ask = (changes: Record<string, string> = {}) => authorizationRequest(sandbox, changes).query;

/** Every page in the states people meet it in: how to get there, and its heading. */
const states: Record<string, { title: string; reach: (page: Page) => Promise<unknown> }> = {
  login: { title: "Sign in", reach: (page) => page.goto(`/oauth/login?${ask()}`) },
  "login-alone": { title: "Sign in", reach: (page) => page.goto("/account/login") },
  "login-errors": {
    title: "Sign in",
    reach: async (page) => {
      await page.goto(`/oauth/login?${ask()}`);
      await button(page, "Sign in").click();
      await expect(page.getByText("Is required")).toHaveCount(2);
    },
  },
  signup: { title: "Create an account", reach: (page) => page.goto(`/oauth/signup?${ask()}`) },
  "signup-errors": {
    title: "Create an account",
    reach: async (page) => {
      await page.goto("/account/signup");
      await page.getByLabel("E-mail address").fill("ada");
      await page.getByLabel("Password", { exact: true }).fill("short");
      await button(page, "Create account").click();
      await expect(page.getByText("Must be at least 10 characters")).toBeVisible();
    },
  },
  "signup-sent": {
    title: "Create an account",
    reach: (page) => askForAccount(page, newPerson(), `${ask()}`),
  },
  verify: {
    title: "Confirm your address",
    reach: async (page) => {
      const person = newPerson();
      await askForAccount(page, person);
      await page.goto(await linkTo(page, person.email));
      await button(page, "Confirm and sign in").click();
      await expect(page.getByText("Is required")).toBeVisible();
    },
  },
  "verify-used": { title: "This link does not work", reach: (page) => page.goto("/account/verify#token=x") },
  "verify-elsewhere": { title: "Your address is confirmed", reach: (page) => page.goto("/account/verify?confirmed") },
  consent: {
    title: "Connect your shop with Demo Market?",
    reach: async (page) => {
      await signInAside(page, sandbox.merchant);
      await page.goto(`/oauth/authorize?${ask()}`);
    },
  },
  "consent-short": {
    title: "Connect your shop with Demo Market?",
    reach: async (page) => {
      await signInAside(page, sandbox.merchant);
      await page.goto(`/oauth/authorize?${ask({ scope: "data.read.score" })}`);
    },
  },
  "broken-link": {
    title: "This link does not work",
    reach: (page) => page.goto(`/oauth/authorize?${ask({ client_id: "x" })}`),
  },
  callback: {
    title: "Back at the marketplace",
    reach: (page) => page.goto(`/sandbox/callback?code=oac_${"x".repeat(39)}&state=s&iss=http%3A%2F%2Flocalhost`),
  },
  "callback-denied": {
    title: "Back at the marketplace",
    reach: (page) => page.goto("/sandbox/callback?error=access_denied&error_description=The+merchant+did+not+agree"),
  },
};

for (const [name, { title, reach }] of Object.entries(states)) {
  test(`${name}: fits, reads well and is accessible, narrow and wide, light and dark`, async ({ page }) => {
    await reach(page);
    await expect(heading(page)).toHaveText(title);
    await expectLooksRightEverywhere(page, `oauth-${name}`);
  });
}

test("fields tell the browser what they are for, and a password can be shown", async ({ page }) => {
  await page.goto("/account/signup");
  await expect(page.getByLabel("Business name")).toHaveAttribute("autocomplete", "organization");
  await expect(page.getByLabel("E-mail address")).toHaveAttribute("autocomplete", "email");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("autocomplete", "new-password");
  await password.fill("to be seen");
  await button(page, "Show password").click();
  await expect(password).toHaveAttribute("type", "text");
  await button(page, "Hide password").click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveValue("to be seen");
  await page.goto("/account/login");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
});

test("whether an address has an account is not said on the page: its owner is told by mail", async ({ page }) => {
  const { email } = sandbox.merchant;
  await askForAccount(page, { ...newPerson(), email: email.toUpperCase() });
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeFocused();
  await page.getByRole("link", { name: "the mailbox" }).click();
  // Other tests sign in to this account meanwhile, and that is mailed to it, too.
  await page
    .getByRole("link", { name: /^You already have an account/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "You already have an account" })).toBeVisible();
});

test("after too many attempts the page says how long to wait", async ({ page, complaints }) => {
  await page.goto("/account/login");
  const told = page
    .getByRole("alert")
    .filter({ hasText: /^Too many attempts\. Wait (a second|\d+ seconds), then try again\.$/ });
  const refused = page.getByText("Wrong e-mail address or password");
  // Ten a minute, of which some are used up without the page; and a minute may turn in between.
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const guess = () => page.request.post("/api/auth/callback/merchant", { form: { csrfToken, ...newPerson() } });
  for (let i = 0; i < 8; i++) expect((await guess()).status()).toBe(401);
  for (let i = 0; i < 21 && !(await told.isVisible()); i++) {
    await typeSignIn(page, { email: newPerson().email, password: `guess ${i}` });
    await expect(button(page, "Sign in")).not.toHaveAttribute("aria-busy", "true");
    await expect(refused.or(told)).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill("");
  }
  await expect(told).toBeVisible();
  await expectLooksRight(page, "oauth-login-limited");
  await expect.poll(() => complaints.splice(0).every((text) => /\b(401|429)\b/.test(text))).toBe(true);
});
