import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { anyAddress, createClient, type Exchange } from "@/e2e/client";
import { expect, type Marketplace } from "@/e2e/fixtures";
import { merchantOf } from "@/e2e/merchant";
import { addHolder } from "@/e2e/staff";
import { useAccountKyc } from "@/e2e/use-account-kyc";

const auth = "/api/merchants/auth";
const kyc = "/api/merchants/kyc";
const loans = "/api/merchants/loans";
const notifications = "/api/merchants/notifications";
const newPassword = "mango rain 88 lorry";

/** Every operation of merchants' accounts, rightly and wrongly. */
export async function useAccounts({ client, exchanges, marketplaceId }: Marketplace, sql: postgres.Sql): Promise<void> {
  const { address } = client;
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const anyone = createClient({ address, secretKey: "nobody", onAnswer });
  const post = (path: string, body: unknown) =>
    anyone.call("POST", path, { anonymous: true, headers: anyAddress(), body });
  for (const name of ["register", "verify-email", "resend-verification", "login", "refresh"]) {
    for (const body of ["{", {}]) await post(`${auth}/${name}`, body);
  }
  const email = `${randomUUID()}@shops.example`;
  const password = randomUUID();
  await post(`${auth}/register`, { businessName: "Bright Kitchenware", email, password });
  await post(`${auth}/resend-verification`, { email });
  await post(`${auth}/verify-email`, { token: "nonsense", password });
  const token = await mailed(address, email, "/account/verify");
  expect((await post(`${auth}/verify-email`, { token, password })).status).toBe(200);
  await useReset(post, address, { email, password });
  await useSessions(post, address, onAnswer, { email, password: newPassword });
  await useMerchant({ client, exchanges } as Marketplace, sql, onAnswer);
  await useLoansOf({ client, marketplaceId } as Marketplace, sql, onAnswer);
}

type Post = (path: string, body: unknown) => Promise<{ status: number; json: Record<string, string> }>;
type SignIn = { email: string; password: string };

async function useReset(post: Post, address: string, { email }: SignIn): Promise<void> {
  for (const body of ["{", {}, { email }]) await post(`${auth}/forgot-password`, body);
  const token = await mailed(address, email, "/account/reset-password");
  for (const body of ["{", {}, { token: "nonsense", newPassword }, { token, newPassword }]) {
    await post(`${auth}/reset-password`, body);
  }
}

async function useSessions(post: Post, address: string, onAnswer: (one: Exchange) => void, user: SignIn) {
  await post(`${auth}/login`, { ...user, password: "another password" });
  const [here, there] = [(await post(`${auth}/login`, user)).json, (await post(`${auth}/login`, user)).json];
  const next = (await post(`${auth}/refresh`, { refreshToken: here.refreshToken })).json;
  await post(`${auth}/refresh`, { refreshToken: here.refreshToken });
  const own = createClient({ address, secretKey: next.accessToken ?? "", onAnswer });
  await own.ask("GET", `${auth}/me`);
  for (const name of ["Bright Kitchenware and Sons", 7]) await own.call("PATCH", `${auth}/me`, { body: { name } });
  await own.ask("GET", `${auth}/sessions?limit=2`);
  await own.call("GET", `${auth}/sessions?startingAfter=nothing`);
  for (const sessionId of [there.sessionId, there.sessionId]) await own.call("DELETE", `${auth}/sessions/${sessionId}`);
  // Ten passwords and codes a minute of an account, and no more.
  const phoneNumber = "+2348031234567";
  for (const body of ["{", { phoneNumber }, { phoneNumber }]) await own.call("POST", `${kyc}/otp/send`, { body });
  for (const body of [{}, { phoneNumber, code: "000000" }]) await own.call("POST", `${kyc}/otp/verify`, { body });
  const code = /@[\w.-]+ #(\d{6})/.exec(await mailbox(address, phoneNumber))?.[1];
  await own.call("POST", `${kyc}/otp/verify`, { body: { phoneNumber, code } });
  const change = { password: user.password, newPassword: randomUUID() };
  for (const body of ["{", { ...change, password: "a guess" }]) {
    await own.call("POST", `${auth}/change-password`, { body });
  }
  const changed = await own.ask("POST", `${auth}/change-password`, { body: change });
  await own.call("GET", `${auth}/me`);
  const last = createClient({ address, secretKey: changed.accessToken, onAnswer });
  await last.ask("POST", `${auth}/logout`);
  await last.call("POST", `${auth}/logout`);
}

/** What is about a merchant of the account. */
async function useMerchant({ client, exchanges }: Marketplace, sql: postgres.Sql, onAnswer: (one: Exchange) => void) {
  const merchant = merchantOf(client, `held-${exchanges.length}`);
  const { merchantId } = await merchant.create();
  const holder = await addHolder(sql, merchantId);
  const login = { anonymous: true, headers: anyAddress(), body: holder };
  const { accessToken } = await client.ask("POST", `${auth}/login`, login);
  const own = createClient({ address: client.address, secretKey: accessToken, onAnswer });
  await own.ask("GET", `${kyc}/progress`);
  await own.call("GET", `${kyc}/progress`, { headers: { "x-merchant-id": "mer_nothing" } });
  await useAccountKyc(own);
  for (const weeklySummary of [false, "no"]) {
    await own.call("PUT", `${notifications}/preferences`, { body: { weeklySummary } });
  }
  await own.ask("GET", `${notifications}/preferences`);
}

/** What is about the loans of the account. */
async function useLoansOf(
  { client, marketplaceId }: Marketplace,
  sql: postgres.Sql,
  onAnswer: (one: Exchange) => void,
) {
  const [loan] = await sql<{ id: string; merchant_id: string }[]>`
    select l.id, l.merchant_id from loans l join agreements a on a.id = l.id join merchants m on m.id = l.merchant_id
    where l.marketplace_id = ${marketplaceId} and m.user_id is null and l.received > 0 limit 1`;
  const holder = await addHolder(sql, loan?.merchant_id ?? "");
  const login = { anonymous: true, headers: anyAddress(), body: holder };
  const { accessToken } = await client.ask("POST", `${auth}/login`, login);
  const own = createClient({ address: client.address, secretKey: accessToken, onAnswer });
  const { data } = await own.ask("GET", `${loans}?limit=1&merchantId=${loan?.merchant_id}`);
  expect(data).toHaveLength(1);
  await own.call("GET", `${loans}?phase=nothing`);
  for (const id of ["pmt_nothing", loan?.id]) await own.call("GET", `${loans}/${loan?.id}/payments/${id}/receipt`);
  const refundAccount = { bankCode: "058", accountNumber: "0123456789" };
  for (const body of [refundAccount, { ...refundAccount, accountNumber: "1" }]) {
    await own.call("PUT", `${loans}/${loan?.id}/refund-account`, { body });
  }
  expect((await own.ask("GET", "/api/merchants/payments?limit=5")).data.length).toBeGreaterThan(0);
  await own.call("GET", "/api/merchants/payments?way=nothing");
  const [told] = (await own.ask("GET", `${notifications}?limit=1`)).data;
  await own.call("GET", `${notifications}?unread=maybe`);
  for (const id of [told?.notificationId, "eml_nothing"]) {
    await own.call("GET", `${notifications}/${id}`);
    await own.call("POST", `${notifications}/${id}/read`);
  }
  await own.ask("POST", `${notifications}/read-all`);
  for (const part of ["", "/key-facts", "/statement", "/agreement"]) {
    expect((await own.call("GET", `${loans}/${loan?.id}${part}`)).status).toBe(200);
    await own.call("GET", `${loans}/loan_nothing${part}`);
  }
}

async function mailbox(address: string, to: string): Promise<string> {
  return (await fetch(`${address}/dev/mailbox?to=${encodeURIComponent(to)}`)).text();
}

/** The token of the newest mail to somebody that leads to a page. */
async function mailed(address: string, email: string, page: string): Promise<string> {
  const link = new RegExp(`${page}#token=([\\w.-]+)`).exec(await mailbox(address, email));
  expect(link, `a mail to ${email} that leads to ${page}`).not.toBeNull();
  return link?.[1] ?? "";
}
