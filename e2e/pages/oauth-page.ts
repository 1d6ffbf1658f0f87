import type { Page } from "playwright/test";
import type postgres from "postgres";
import { addAccount } from "@/e2e/staff";
import { signInAside } from "./merchant";

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Signs a new account in without a page, and opens the question of this request; the account. */
export async function askedToConsent(page: Page, sql: postgres.Sql, query: URLSearchParams) {
  const account = await addAccount(sql);
  await signInAside(page, account);
  await page.goto(`/oauth/authorize?${query}`);
  return account;
}
