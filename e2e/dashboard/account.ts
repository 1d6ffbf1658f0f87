import { randomUUID } from "node:crypto";
import { expect, type Page } from "playwright/test";
import { shownCode } from "@/test/authenticator";

/** An address that nobody has written to yet. */
export const newAddress = () => `${randomUUID()}@market.example`;

/** The link to a page in the newest mail to an address. */
export async function mailedLink(page: Page, email: string, path: string): Promise<string> {
  const mailbox = await (await page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text();
  const link = new RegExp(`${path}#[a-z]+=[\\w.-]+`).exec(mailbox)?.[0];
  if (!link) throw new Error(`No link to ${path} was sent to ${email}.`);
  return link;
}

/** Types address and password on the dashboard's sign-in page, and sends them. */
export async function typeSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Sets a second factor up on the security page where the browser is. @returns its secret and the recovery codes */
export async function setUpSecondFactor(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Set up a second factor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replace(/\s/g, "");
  await dialog.getByLabel("Code", { exact: true }).fill(shownCode(secret, new Date()));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const list = dialog.getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.getByRole("listitem").allTextContents();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(dialog).toBeHidden();
  return { secret, codes };
}

/** The code of the next half minute, which counts already: that of this one may have been used. */
export function nextCode(secret: string): string {
  return shownCode(secret, new Date(Date.now() + 30_000));
}

/**
 * The browser tells the console of every 401. There were just as many, and they count as told.
 * @param complaints those of the test
 */
export async function expectRefused(complaints: string[], times: number): Promise<void> {
  const said = "Failed to load resource: the server responded with a status of 401 (Unauthorized)";
  await expect.poll(() => complaints).toEqual(Array<string>(times).fill(said));
  complaints.length = 0;
}
