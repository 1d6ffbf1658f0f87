import type { Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";

export const address = process.env.BASE_URL ?? "";

/** The demo marketplace is the same server under its other name. */
export const demo = address.replace("localhost", "127.0.0.1");

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Allows it at the demo marketplace, as a new seller or as the one named, and comes back. @returns the seller's id. */
export async function allowAtDemo(page: Page, known?: string): Promise<string> {
  await expect(heading(page)).toHaveText("Sign in to Demo Market");
  if (known === undefined) await page.getByRole("button", { name: /^Sign in as a new seller/ }).click();
  else {
    await page.getByLabel("Another seller’s ID").fill(known);
    await press(page, "Sign in");
  }
  await expect(heading(page)).toHaveText(/^Allow Marketplace Financing to read the sales of/);
  const seller = new URL(page.url()).searchParams.get("seller") ?? "";
  expect(page.url()).toContain(`${demo}/demo/authorize?`);
  await press(page, "Allow");
  await page.waitForURL(`${address}/account/connections/*`);
  return seller;
}
