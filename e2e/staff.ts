import { randomUUID } from "node:crypto";
import { hash } from "argon2";
import { expect, type Page } from "playwright/test";
import type postgres from "postgres";
import { anyAddress, type Client, createClient } from "@/e2e/client";

const dashboard = "/api/marketplace-dashboard";

/** The service goes by what a hash says of itself: one that costs next to nothing, since each sign-in pays it again. */
const quick = { memoryCost: 1024, timeCost: 2, parallelism: 1 } as const;

type SignIn = { email: string; password: string };

/** Makes somebody of a marketplace's staff. There is no address for that yet: the first of them comes with the marketplace. */
export async function addStaff(sql: postgres.Sql, marketplaceId: string, role = "OWNER"): Promise<SignIn> {
  const tag = randomUUID();
  const staff = { email: `${tag}@market.example`, password: randomUUID() };
  await sql`insert into users (id, kind, email, name, password_hash, marketplace_id, role, created_at)
    values (${`usr_${tag}`}, 'marketplace', ${staff.email}, 'Staff', ${await hash(staff.password, quick)},
      ${marketplaceId}, ${role}, now())`;
  return staff;
}

/** Makes one of the service's own staff. The first of them is made where the service runs. */
export async function addOperator(sql: postgres.Sql, role = "ADMIN"): Promise<SignIn> {
  const tag = randomUUID();
  const operator = { email: `${tag}@operators.example`, password: randomUUID() };
  await sql`insert into users (id, kind, email, name, password_hash, operator_role, created_at)
    values (${`usr_${tag}`}, 'operator', ${operator.email}, 'Operator', ${await hash(operator.password, quick)}, ${role}, now())`;
  return operator;
}

/** Makes the account of a merchant that has confirmed its address, and of no shop yet. */
export async function addAccount(sql: postgres.Sql, name = "Shop"): Promise<SignIn & { id: string }> {
  const tag = randomUUID();
  const account = { id: `usr_${tag}`, email: `${tag}@merchants.example`, password: randomUUID() };
  await sql`insert into users (id, kind, email, name, password_hash, created_at)
    values (${account.id}, 'merchant', ${account.email}, ${name}, ${await hash(account.password, quick)}, now())`;
  return account;
}

/** Makes the account that a merchant is signed in to. */
export async function addHolder(sql: postgres.Sql, merchantId: string): Promise<SignIn> {
  const { id, ...holder } = await addAccount(sql);
  await sql`update merchants set user_id = ${id} where id = ${merchantId}`;
  return holder;
}

/** Logs in, from an address of its own so as to use up nobody's attempts; what calls as that user. */
export async function openDashboard(address: string, body: SignIn): Promise<Client> {
  const headers = anyAddress();
  const anyone = createClient({ address, secretKey: "" });
  const { accessToken } = await anyone.ask("POST", `${dashboard}/login`, { anonymous: true, headers, body });
  return createClient({ address, secretKey: accessToken });
}

/** Signs the browser in as that user, without a page. */
export async function signInStaff(
  page: Page,
  { email, password }: SignIn,
  kind: "marketplace" | "operator" = "marketplace",
): Promise<void> {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const answer = await page.request.post(`/api/auth/callback/${kind}`, { form: { csrfToken, email, password } });
  expect(answer.status()).toBe(200);
  expect(await answer.json()).not.toMatchObject({ url: expect.stringContaining("?") });
}

/** Where the origins are read and replaced. */
export const originsPath = `${dashboard}/embedding-origins`;
