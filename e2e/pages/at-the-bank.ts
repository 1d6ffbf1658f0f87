import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import type postgres from "postgres";
import { api, type Json } from "@/e2e/client";
import type { Marketplace } from "@/e2e/fixtures";
import { type Borrower, openLending } from "@/e2e/lending";

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const agree = (page: Page) => page.getByRole("button", { name: "Agree", exact: true });
export const decline = (page: Page) => page.getByRole("button", { name: "Decline", exact: true });

/** A merchant who has accepted an offer and given an account, as its journey sees it. */
export async function merchantAtTheBank(marketplace: Marketplace, sql: postgres.Sql) {
  const lending = await openLending(marketplace, sql);
  const borrower: Borrower = await lending.offer(`bank-${randomUUID()}`);
  const { client } = marketplace;
  const { token } = await client.ask("POST", `${api}/merchants/${borrower.id}/embed-tokens`);
  const ask = (method: string, what = "", body?: Json): Promise<Json> =>
    client.ask(method, `/api/v1/embed/loans/${borrower.loanId}${what}`, {
      anonymous: true,
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  await ask("POST", "/accept", { termsRead: true });
  await ask("PUT", "/payout-account", { bankCode: "058", accountNumber: "0123456789" });
  return {
    token: String(token),
    loanId: borrower.loanId,
    newLink: async (): Promise<string> => (await ask("POST", "/mandate")).url,
    loan: () => ask("GET"),
    changeAccount: () => ask("PUT", "/payout-account", { bankCode: "044", accountNumber: "0123456780" }),
  };
}
