import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";

/** What the sandbox says of its OAuth client and its merchant. */
export type Sandbox = {
  oauth: { clientId: string; clientSecret: string; redirectUri: string; tokenUrl: string };
  merchant: { email: string; password: string };
};

export async function readSandbox(address = ""): Promise<Sandbox> {
  return (await fetch(`${address}/api/sandbox/credentials`)).json();
}

/** An authorization request of the sandbox's client, with the verifier that belongs to it. */
export function authorizationRequest({ oauth }: Sandbox, changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: oauth.clientId,
    redirect_uri: oauth.redirectUri,
    scope: "data.share.sales data.read.score loans.read events.write offline_access",
    state: `${randomUUID()}&=+ é`,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  });
  return { query, verifier, state: query.get("state") ?? "" };
}

export type Person = { businessName: string; email: string; password: string };

/** Somebody nobody has heard of yet. */
export function newPerson(businessName = "Ada Foods"): Person {
  return { businessName, email: `${randomUUID()}@shop.example`, password: ` ${randomUUID()} ` };
}

/** The link in the newest mail to an address, to a page of the account; by default the one that confirms a sign-up. */
export async function linkTo(page: Page, email: string, place = "verify"): Promise<string> {
  const mailbox = await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  const link = new RegExp(`/account/${place}#token=[\\w.]+`).exec(await mailbox.text())?.[0];
  if (!link) throw new Error(`No link was sent to ${email}.`);
  return link;
}

/** Fills in the page on which accounts are asked for, and sends it. */
export async function askForAccount(page: Page, person: Person, query = ""): Promise<void> {
  await page.goto(query === "" ? "/account/signup" : `/oauth/signup?${query}`);
  await page.getByLabel("Business name").fill(person.businessName);
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
}

/** Creates an account on the page and by its mail, as a person would, and ends up wherever that leads. */
export async function signUp(page: Page, person: Person, query = ""): Promise<void> {
  await askForAccount(page, person, query);
  await page.goto(await linkTo(page, person.email));
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page).not.toHaveURL(/verify/);
}

/** Types address and password on the sign-in page where the browser is, and sends them. */
export async function typeSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs out where the account's pages offer it, on a desk. */
export async function signOutOfAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
}

/** Signs the browser in without a page. */
export async function signInAside(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password };
  const answer = await page.request.post("/api/auth/callback/merchant", { form });
  expect(answer.status()).toBe(200);
  expect(await answer.json()).not.toMatchObject({ url: expect.stringContaining("?") });
}
