import { randomUUID } from "node:crypto";
import { anyAddress, type Client, createClient, type Exchange, type Json } from "@/e2e/client";
import type { Marketplace } from "@/e2e/fixtures";
import { useStatements } from "@/e2e/use-statements";

const limits = { minimumPrincipal: 5_000, maximumPrincipal: 2_000_000, minimumDeduction: 100 };
const product = { riskTier: "B", tenorDays: 90, lowestDeduction: 6, highestDeduction: 25, ratePer30Days: 1.7 };

/**
 * Every operation of the service's own staff, rightly and wrongly, as the sandbox's operators.
 * @param loanId one that is out
 */
export async function useOperators(
  { exchanges, marketplaceId }: Marketplace,
  address: string,
  loanId: string,
): Promise<void> {
  const { operator, secondOperator, dashboard } = await (await fetch(`${address}/api/sandbox/credentials`)).json();
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const anyone = createClient({ address, secretKey: "nobody", onAnswer });
  for (const body of ["{", {}, { ...operator, password: "another password" }]) {
    await anyone.call("POST", "/api/ops/login", { anonymous: true, headers: anyAddress(), body });
  }
  const { accessToken } = await anyone.ask("POST", "/api/ops/login", {
    anonymous: true,
    headers: anyAddress(),
    body: operator,
  });
  const client = createClient({ address, secretKey: accessToken, onAnswer });
  // Nobody in the sandbox lends or borrows in live.
  const body = { environment: "live", name: "Harmattan Credit", ...limits, products: [product] };
  const { id } = await client.ask("POST", "/api/lenders", { body });
  for (const wrong of ["{", {}, { ...body, products: [{}] }])
    await client.call("POST", "/api/lenders", { body: wrong });
  await client.ask("GET", "/api/lenders?environment=live&limit=1");
  for (const path of ["/api/lenders?limit=0", "/api/lenders/lnd_nothing"]) await client.call("GET", path);
  await client.ask("GET", `/api/lenders/${id}`);
  await client.ask("PATCH", `/api/lenders/${id}`, { body: { maximumPrincipal: 3_000_000 } });
  await client.call("PATCH", `/api/lenders/${id}`, { body: { maximumPrincipal: 1 } });
  for (const turn of ["pause", "resume"]) {
    await client.ask("POST", `/api/lenders/${id}/${turn}`, { body: { reason: "Asked for by the lender." } });
    await client.call("POST", `/api/lenders/${id}/${turn}`, { body: {} });
  }
  const other = await anyone.ask("POST", "/api/ops/login", {
    anonymous: true,
    headers: anyAddress(),
    body: secondOperator,
  });
  const second = createClient({ address, secretKey: other.accessToken, onAnswer });
  await useStatements(client, second, id);
  await client.ask("DELETE", `/api/lenders/${id}`);
  await client.call("PATCH", `/api/lenders/${id}`, { body: { name: "Back" } });
  const shop = { businessName: "Bodija Fabrics", email: "shop@bodija.example", phoneNumber: "+2348031234567" };
  const merchant = { marketplaceId, environment: "test", thirdPartyCustomerId: "by-an-operator", ...shop };
  const { id: merchantId } = await client.ask("POST", "/api/merchants", { body: merchant });
  await client.ask("POST", "/api/merchants", { body: merchant });
  for (const wrong of ["{", {}, { ...merchant, marketplaceId: "mkt_nothing" }, { ...merchant, environment: "live" }]) {
    await client.call("POST", "/api/merchants", { body: wrong });
  }
  await client.ask("GET", "/api/merchants?q=bodija&limit=1");
  for (const path of ["/api/merchants?archived=yes", "/api/merchants/mer_nothing"]) await client.call("GET", path);
  const at = `/api/merchants/${merchantId}`;
  await client.ask("GET", at);
  await client.ask("PATCH", at, { body: { email: "new@bodija.example" } });
  await client.call("PATCH", at, { body: { email: "new" } });
  await client.ask("DELETE", at);
  await client.call("PATCH", at, { body: { email: "again@bodija.example" } });
  await useServicing(client, second, loanId);
  for (const path of [`/api/ops/loans/${loanId}/pause`, "/api/ops/proposals/ppl_nothing/approve"]) {
    await anyone.call("POST", path, { body: {} });
  }
  await client.ask("GET", "/api/me");
  await anyone.call("GET", "/api/me");
  await useInvitations(anyone, address, dashboard, onAnswer);
  for (const path of ["/api/lenders", "/api/merchants"]) {
    for (const method of ["GET", "POST"]) await anyone.call(method, path);
  }
}

/** A loan serviced by one operator, and by two where it takes two. */
async function useServicing(first: Client, second: Client, loanId: string): Promise<void> {
  const reason = "Tried out.";
  const on = (what: string, body: unknown = { reason }) =>
    first.call("POST", `/api/ops/loans/${loanId}/${what}`, { body });
  const recovery = { amount: 1_000, reference: "FT26330XK1", reason };
  const things = [
    "pause",
    "resume",
    "change-terms",
    "plan",
    "default",
    "take-back-default",
    "cancel",
    "write-off",
    "recover",
  ];
  for (const what of things) for (const wrong of ["{", {}, { reason, surprise: 1 }]) await on(what, wrong);
  for (const what of ["pause", "resume", "cancel", "write-off"]) await on(what);
  await on("change-terms", { minimumDeduction: 0, reason });
  await on("change-terms", { dueDate: "2027-12-01", reason });
  await on("plan", { installments: [{ dueDate: "2027-12-01", amount: 0.01 }], reason });
  for (const what of ["default", "take-back-default"]) await on(what);
  const proposals = "/api/ops/proposals";
  const { json: proposed } = await on("write-off");
  const evidence = { evidenceDigest: proposed.evidenceDigest };
  for (const body of ["{", {}, { evidenceDigest: "another" }, evidence]) {
    await second.call("POST", `${proposals}/${proposed.id}/approve`, { body });
  }
  await first.call("POST", `${proposals}/${proposed.id}/approve`, { body: evidence });
  const { json: found } = await on("recover", recovery);
  await on("recover", { ...recovery, amount: 1_000_000 });
  for (const body of ["{", {}, { reason }, { reason }]) {
    await second.call("POST", `${proposals}/${found.id}/reject`, { body });
  }
  await second.ask("GET", `${proposals}/${found.id}`);
  await second.ask("GET", `${proposals}?subjectId=${loanId}&limit=2`);
  for (const path of [`${proposals}/ppl_nothing`, `${proposals}?status=DONE`]) await second.call("GET", path);
}

/** Who comes to a team, or with a marketplace of their own, by tokens of mails that only the mailbox has. */
async function useInvitations(anyone: Client, address: string, dashboard: Json, onAnswer: (one: Exchange) => void) {
  const login = "/api/marketplace-dashboard/login";
  const { accessToken } = await anyone.ask("POST", login, { anonymous: true, headers: anyAddress(), body: dashboard });
  const staff = createClient({ address, secretKey: accessToken, onAnswer });
  const email = `${randomUUID()}@market.example`;
  await staff.ask("POST", "/api/invitations", { body: { email, role: "VIEWER" } });
  for (const body of ["{", {}, { email, role: "BOSS" }]) await staff.call("POST", "/api/invitations", { body });
  for (const body of ["{", {}, { token: "none", password: "mango rain 88 lorry" }]) {
    await anyone.call("POST", "/api/marketplaces/registration/complete", {
      anonymous: true,
      headers: anyAddress(),
      body,
    });
  }
  await anyone.call("GET", "/api/invitations/none", { anonymous: true, headers: anyAddress() });
  for (const body of ["{", {}, { name: "Ngozi Eze", password: "mango rain 88 lorry" }]) {
    await anyone.call("POST", "/api/invitations/none/accept", { anonymous: true, headers: anyAddress(), body });
  }
}
