import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { expectLooksRightEverywhere } from "@/e2e/looks";
import { authorizationRequest, newPerson, readSandbox, type Sandbox, typeSignIn } from "./merchant";
import { button } from "./oauth-page";
import { test } from "./page-test";

let sandbox: Sandbox;
test.beforeAll(async () => {
  sandbox = await readSandbox(process.env.BASE_URL);
});
const ask = (changes: Record<string, string> = {}) => authorizationRequest(sandbox, changes).query;

for (const path of ["/account/login", "/account/signup", "/sandbox/callback"]) {
  test(`${path}: strict headers, kept by nobody, a title of its own`, async ({ page }) => {
    const answer = await page.goto(path);
    const headers = answer?.headers() ?? {};
    expect(headers["cache-control"]).toContain("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']{16,}' 'strict-dynamic';/);
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(await page.title()).toMatch(/^\S.+ · Marketplace Financing$/);
  });
}

/** The text that a field is described by, for whoever does not see it. */
async function description(page: Page, label: string): Promise<string | null> {
  const id = await page.getByLabel(label, { exact: true }).getAttribute("aria-describedby");
  return page.locator(`[id="${id}"]`).textContent();
}

test("errors stand beside their fields, the first gets the focus, nothing moves, and they go when mended", async ({
  page,
}) => {
  await page.goto("/account/signup");
  const create = button(page, "Create account");
  await expect(create).toBeEnabled();
  const before = await create.boundingBox();
  expect(await description(page, "Password")).toBe("At least 10 characters");
  await create.click();
  await expect(page.getByText("Is required")).toHaveCount(3);
  expect(await create.boundingBox()).toEqual(before);

  const name = page.getByLabel("Business name");
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(await description(page, "Business name")).toBe("Is required");
  await name.fill("Ada Foods");
  await expect(name).toHaveAttribute("aria-invalid", "false");

  await page.getByLabel("E-mail address").fill("ada.foods.lagos@shop.example");
  await page.getByLabel("Password", { exact: true }).fill("Ada.Foods.Lagos@shop.example");
  await create.click();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  expect(await description(page, "Password")).toBe("Must not be your e-mail address");
  await expectLooksRightEverywhere(page, "oauth-signup-mistake", { whole: true });
});

test("a wrong password and an unknown address are refused alike", async ({ page, complaints }) => {
  await page.goto(`/oauth/login?${ask()}`);
  const { email } = sandbox.merchant;
  for (const address of [email, newPerson().email]) {
    await typeSignIn(page, { email: address, password: "not the password" });
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await expect(password).toBeFocused();
    expect(await description(page, "Password")).toBe("Wrong e-mail address or password");
    await password.fill("");
  }
  // The browser says so too, each time.
  await expect.poll(() => complaints.splice(0).every((text) => text.includes("401"))).toBe(true);
});
