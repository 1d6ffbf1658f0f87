import type { Page } from "playwright/test";
import { expect } from "@/e2e/embed/journey-test";
import { pointing } from "@/e2e/journey/hands";
import { walkIn } from "@/e2e/journey/walk";
import { expectLooksRight } from "@/e2e/looks";
import type { addHolder } from "@/e2e/staff";

type SignIn = Awaited<ReturnType<typeof addHolder>>;

/** Signs a browser in and opens a step of the merchant's application. */
export async function openStep(page: Page, { email, password }: SignIn, merchantId: string, step: string) {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const answer = await page.request.post("/api/auth/callback/merchant", { form: { csrfToken, email, password } });
  expect(await answer.json()).not.toMatchObject({ url: expect.stringContaining("?") });
  await page.goto(`/account/kyc/${merchantId}?step=${step}`);
  return walkIn(page, pointing(page));
}

/** Looks at a step on the narrowest phone. */
export async function looks(page: Page, step: string) {
  await page.setViewportSize({ width: 360, height: 800 });
  await expectLooksRight(page, `account-kyc-${step}`);
}
