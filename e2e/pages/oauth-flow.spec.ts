import type postgres from "postgres";
import { expect } from "@/e2e/fixtures";
import { expectLooksRight, expectLooksRightEverywhere } from "@/e2e/looks";
import { addAccount } from "@/e2e/staff";
import {
  authorizationRequest,
  newPerson,
  readSandbox,
  type Sandbox,
  signInAside,
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

async function grantsOf(sql: postgres.Sql, email: string): Promise<number> {
  const [row] = await sql`select count(*)::int as n from oauth_grants g join users u on u.id = g.user_id
    where u.email = ${email}`;
  return row?.n;
}

test("sign-up, consent, Allow: back at the marketplace with code, state and iss, and the command there works", async ({
  page,
  baseURL,
}) => {
  const { query, state, verifier } = authorizationRequest(sandbox);
  await page.goto(`/oauth/authorize?${query}`);
  await expect(heading(page)).toHaveText("Sign in");
  await expect(page.getByText("Demo Market would like to connect your shop.")).toBeVisible();
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page.getByText("Demo Market would like to connect your shop.")).toBeVisible();
  const person = newPerson();
  await signUp(page, person, new URL(page.url()).search.slice(1));

  await expect(heading(page)).toHaveText("Connect your shop with Demo Market?");
  await expect(page.getByText("TEST", { exact: true })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "See your credit score" })).toBeVisible();
  await expect(page.getByText(`You go back to ${new URL(sandbox.oauth.redirectUri).host}.`)).toBeVisible();
  await expectLooksRightEverywhere(page, "oauth-consent", { whole: true });
  await button(page, "Allow").click();
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
  const answer = new URL(page.url()).searchParams;
  expect([...answer.keys()].sort()).toEqual(["code", "iss", "state"]);
  expect([answer.get("state"), answer.get("iss")]).toEqual([state, baseURL]);

  const command = (await page.getByRole("region", { name: "Command that exchanges the code" }).textContent()) ?? "";
  // As a shell would read it, without needing one, nor curl, to be there.
  const filled = command.replace('"$VERIFIER"', verifier);
  const form = [...filled.matchAll(/-d (\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]);
  const { clientId, clientSecret, tokenUrl } = sandbox.oauth;
  expect(filled).toContain(`curl ${tokenUrl} `);
  const tokens = await fetch(tokenUrl, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams(form),
  });
  expect(await tokens.json()).toMatchObject({ token_type: "Bearer", merchant_id: expect.stringMatching(/^mer_/) });
});

test("Cancel: back at the marketplace with access_denied, and nothing is granted", { tag: "@long" }, async ({
  page,
  sql,
  baseURL,
}) => {
  const { query, state } = authorizationRequest(sandbox);
  const person = await askedToConsent(page, sql, query);
  await button(page, "Cancel").click();
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
  const answer = new URL(page.url()).searchParams;
  expect(Object.fromEntries(answer)).toMatchObject({ error: "access_denied", state, iss: baseURL });
  expect(answer.has("code")).toBe(false);
  await expect(page.getByText("Nothing was shared.")).toBeVisible();
  expect(await grantsOf(sql, person.email)).toBe(0);
});

test("a double click on Allow grants once", { tag: "@long" }, async ({ page, sql }) => {
  const person = await askedToConsent(page, sql, ask());
  await button(page, "Allow").dblclick();
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
  expect(await grantsOf(sql, person.email)).toBe(1);
});

test("nobody can answer somebody else's request", { tag: "@long" }, async ({ page, sql }) => {
  const ben = await addAccount(sql, "Ben’s Phones");
  const ada = await askedToConsent(page, sql, ask());
  // In another tab of the same browser.
  await signInAside(page, ben);
  await button(page, "Allow").click();
  const told = page.getByRole("alert").filter({ hasText: "Somebody else has signed in here meanwhile: Ben’s Phones" });
  await expect(told).toBeVisible();
  await expectLooksRight(page, "oauth-consent-refused");
  expect([await grantsOf(sql, ada.email), await grantsOf(sql, ben.email)]).toEqual([0, 0]);
  await page.reload();
  await button(page, "Allow").click();
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
  expect([await grantsOf(sql, ada.email), await grantsOf(sql, ben.email)]).toEqual([0, 1]);
});

test("an unregistered redirect address gets an error page everywhere, and nobody is sent there", {
  tag: "@long",
}, async ({ page }) => {
  await signInAside(page, sandbox.merchant);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).host === "evil.example") elsewhere.push(request.url());
  });
  for (const path of ["authorize", "login", "signup", "consent"]) {
    for (const redirect of [
      "https://evil.example/",
      `${sandbox.oauth.redirectUri}/`,
      `${sandbox.oauth.redirectUri}?x`,
    ]) {
      const answer = await page.goto(`/oauth/${path}?${ask({ redirect_uri: redirect })}`);
      expect(answer?.status(), `${path}: ${redirect}`).toBe(400);
      await expect(heading(page)).toHaveText("This link does not work");
      expect(await page.content()).not.toContain("evil.example");
      await expect(page.getByRole("link")).toHaveCount(0);
    }
  }
  expect(elsewhere).toEqual([]);
});

test("consent asks for a request that is still sound: a wrong one goes back to the client as an error", async ({
  page,
}) => {
  await signInAside(page, sandbox.merchant);
  await page.goto(`/oauth/consent?${ask({ scope: "everything" })}`);
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
  expect(new URL(page.url()).searchParams.get("error")).toBe("invalid_scope");
});

test("by keyboard alone: sign in and cancel", { tag: "@long" }, async ({ page }) => {
  await page.goto(`/oauth/login?${ask()}`);
  await expect(button(page, "Sign in")).toBeEnabled();
  const press = async (key: string, name: string) => {
    await page.keyboard.press(key);
    const focused = page.locator(":focus");
    await expect(focused).toHaveAccessibleName(name);
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe("solid");
  };
  await press("Tab", "E-mail address");
  await page.keyboard.type(sandbox.merchant.email);
  await press("Tab", "Password");
  await page.keyboard.type(sandbox.merchant.password);
  await press("Tab", "Show password");
  await press("Tab", "Sign in");
  await press("Tab", "Forgot your password?");
  await press("Shift+Tab", "Sign in");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Connect your shop with Demo Market?");
  await expect(button(page, "Allow")).toBeEnabled();
  await press("Tab", "Not you? Sign out");
  await press("Tab", "your shops");
  await press("Tab", "Allow");
  await press("Tab", "Cancel");
  await page.keyboard.press("Space");
  await page.waitForURL(`${sandbox.oauth.redirectUri}?**`);
});

test("the session is a cookie that scripts cannot read, for twelve hours", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await page.goto("/account/login");
  await typeSignIn(page, sandbox.merchant);
  await page.waitForURL("**/account");
  const cookie = (await context.cookies()).find(({ name }) => name === "financing.session");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", secure: false, path: "/" });
  const hours = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 3_600_000;
  expect(Math.abs(hours - 12)).toBeLessThan(0.1);
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("without scripts the form says what it needs and sends no password anywhere", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("/account/login");
  await expect(page.locator("form p").filter({ hasText: "This form needs JavaScript." })).toBeVisible();
  await expect(button(page, "Sign in")).toBeDisabled();
  await expect(page.locator("form")).toHaveAttribute("method", "post");
  await context.close();
});

test("a request with another address in its Host changes nothing about where one is sent", async ({
  request,
  baseURL,
}) => {
  const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
  const { csrfToken } = await (await request.get("/api/auth/csrf", { headers })).json();
  const form = { csrfToken, ...sandbox.merchant, callbackUrl: "https://evil.example/" };
  const answer = await request.post("/api/auth/callback/merchant", { headers, form });
  expect(await answer.json()).toEqual({ url: baseURL });
  expect(answer.headers()["set-cookie"]).not.toContain("evil.example");
});
