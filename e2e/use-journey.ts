import { anyAddress, api, createClient, type Exchange, type Json } from "./client";
import type { Marketplace } from "./fixtures";
import { businessInfo, director, funding, merchantOf } from "./merchant";
import { useLookups } from "./use-account-kyc";

const embed = "/api/v1/embed";

/** A client that calls as the journey of one merchant does: with a fresh embed token. */
export async function openEmbedded({ client, exchanges }: Marketplace, merchant: string) {
  const { token } = await client.ask("POST", `${api}/merchants/${encodeURIComponent(merchant)}/embed-tokens`);
  return createClient({ address: client.address, secretKey: token, onAnswer: (one) => exchanges.push(one) });
}

/** Every operation of the journey, rightly and wrongly: for whoever looks at the answers. */
export async function useJourney(marketplace: Marketplace): Promise<void> {
  const { client, run } = marketplace;
  const merchant = merchantOf(client, "documented-journey");
  await merchant.create();
  await merchant.sendSales();
  const journey = await openEmbedded(marketplace, merchant.id);
  await journey.ask("GET", `${embed}/session`);
  await journey.call("POST", `${embed}/submit`);
  await useKyc(journey, merchant);
  await run();
  const { maximum } = await journey.ask("GET", `${embed}/funding-options`);
  await journey.ask("GET", `${embed}/funding-options?amount=150000.50`);
  await journey.call("GET", `${embed}/funding-options?amount=lots`);
  const { loans: none } = await journey.ask("GET", `${embed}/session`);
  for (const over of [{ amountRequested: maximum * 2 }, { amountRequested: 120_000 }]) {
    await journey.ask("POST", `${embed}/funding-requests`, { body: funding(over) });
    await run();
  }
  const { loans } = await journey.ask("GET", `${embed}/session`);
  if (none.length !== 0 || loans.length !== 1) throw new Error("The journey has come to no offer.");
  await useOffer(journey, `${embed}/loans/${loans[0].loanId}`);
  await run();
  for (const part of ["", "/statement", "/statement.csv", "/key-facts", "/agreement"]) {
    await journey.ask("GET", `${embed}/loans/${loans[0].loanId}${part}`);
    await journey.call("GET", `${embed}/loans/loan_nothing${part}`);
  }
  await journey.ask("GET", `${embed}/session`);
  await useWrongly(journey);
}

async function useKyc(journey: ReturnType<typeof createClient>, merchant: ReturnType<typeof merchantOf>) {
  const business = businessInfo();
  for (const weeklySummary of [false, true]) {
    await journey.ask("PUT", `${embed}/preferences`, { body: { weeklySummary } });
  }
  await useLookups(journey, embed);
  const draft = { step: "business-info", values: { website: "https://ada" }, revision: 0 };
  for (const _ of ["kept", "in conflict"]) await journey.call("PUT", `${embed}/draft`, { body: draft });
  await journey.ask("PUT", `${embed}/business-info`, { body: business });
  const saved = await journey.ask("POST", `${embed}/directors`, { body: { directors: [director()] } });
  const { identityNumber: _, ...known } = director();
  for (const entry of [{ ...known, id: saved.directors[0].id }, { ...known, id: "dir_nothing" }, known]) {
    await journey.call("POST", `${embed}/directors`, { body: { directors: [entry] } });
  }
  const bytes = new TextEncoder().encode("%PDF-1.4\n%%EOF\n");
  const file = { fileName: "permit.pdf", mimeType: "application/pdf", fileSize: String(bytes.byteLength) };
  const { fileKey, upload } = await journey.ask("POST", `${embed}/uploads`, { body: file });
  await journey.call("PUT", upload.url, { body: bytes });
  await journey.ask("PUT", upload.url, { body: bytes, headers: upload.headers });
  await journey.ask("POST", `${embed}/uploads/confirm`, { body: { fileKey } });
  const document = { documentType: "BUSINESS_PERMIT", fileKey, ...file };
  const { documents } = await journey.ask("POST", `${embed}/documents`, { body: document });
  for (const id of [documents[0].id, documents[0].id]) await journey.call("DELETE", `${embed}/documents/${id}`);
  await merchant.attach();
  await journey.ask("POST", `${embed}/submit`);
  await journey.call("PUT", `${embed}/business-info`, { body: business });
  await journey.call("DELETE", `${embed}/documents/${documents[0].id}`);
}

async function useOffer(journey: ReturnType<typeof createClient>, loan: string) {
  await journey.ask("GET", loan);
  await journey.call("POST", `${loan}/accept`, { body: {} });
  await journey.call("PUT", `${loan}/payout-account`, { body: { bankCode: "058", accountNumber: "0123456789" } });
  await journey.ask("POST", `${loan}/accept`, { body: { termsRead: true } });
  await journey.ask("GET", `${loan}/banks`);
  for (const accountNumber of ["0123450000", "0123457777", "1", "0123456789"]) {
    await journey.call("PUT", `${loan}/payout-account`, { body: { bankCode: "058", accountNumber } });
  }
  await journey.ask("POST", `${loan}/mandate`);
  await journey.ask("POST", `${loan}/decline`);
  await journey.call("POST", `${loan}/mandate`);
}

/** What cannot be read, what is empty, and who may not. */
async function useWrongly(journey: ReturnType<typeof createClient>) {
  const written = [
    ["PUT", "business-info"],
    ["PUT", "draft"],
    ["POST", "directors"],
    ["POST", "documents"],
    ["POST", "uploads"],
    ["POST", "uploads/confirm"],
    ["POST", "submit"],
    ["POST", "funding-requests"],
    ...["accept", "decline", "mandate", "terms/accept", "terms/decline"].map((what) => [
      "POST",
      `loans/loan_nothing/${what}`,
    ]),
    ["PUT", "loans/loan_nothing/payout-account"],
  ] as const;
  for (const [method = "", path] of written) {
    for (const body of ["{", {}]) await journey.call(method, `${embed}/${path}`, { body });
    await journey.call(method, `${embed}/${path}`, { anonymous: true, body: {} });
  }
  await journey.call("GET", `${embed}/loans/loan_nothing/banks`);
  for (const path of ["session", "funding-options"]) await journey.call("GET", `${embed}/${path}`, { anonymous: true });
}

/** The operations of the dashboard, with the sign-in of the sandbox's own marketplace, rightly and wrongly. */
export async function useDashboard({ exchanges }: Marketplace, address: string): Promise<void> {
  const { dashboard } = await (await fetch(`${address}/api/sandbox/credentials`)).json();
  const onAnswer = (exchange: Exchange) => exchanges.push(exchange);
  const anyone = createClient({ address, secretKey: "nobody", onAnswer });
  const base = "/api/marketplace-dashboard";
  for (const body of ["{", {}, { ...dashboard, password: "another password" }]) {
    await anyone.call("POST", `${base}/login`, { anonymous: true, headers: anyAddress(), body });
  }
  const { accessToken } = await anyone.ask("POST", `${base}/login`, {
    anonymous: true,
    headers: anyAddress(),
    body: dashboard,
  });
  const staff = createClient({ address, secretKey: accessToken, onAnswer });
  const origins: Json = await staff.ask("GET", `${base}/embedding-origins`);
  await staff.ask("PUT", `${base}/embedding-origins`, { body: { live: origins.live, test: origins.test } });
  for (const body of ["{", {}, { live: ["http://shop.example"], test: ["*"] }]) {
    await staff.call("PUT", `${base}/embedding-origins`, { body });
  }
  for (const method of ["GET", "PUT"]) await anyone.call(method, `${base}/embedding-origins`);
  const { contactEmail: _, ...settings }: Json = await staff.ask("GET", `${base}/settings`);
  await staff.ask("PUT", `${base}/settings`, { body: settings });
  for (const body of ["{", {}, { ...settings, logo: "http://shop.example" }]) {
    await staff.call("PUT", `${base}/settings`, { body });
  }
  for (const method of ["GET", "PUT"]) await anyone.call(method, `${base}/settings`);
  const deliveries: Json = await staff.ask("GET", `${base}/webhook-deliveries?limit=2`);
  const delivery = `${base}/webhook-deliveries/${deliveries.data[0].id}`;
  await staff.ask("GET", delivery);
  await staff.ask("POST", `${delivery}/redeliver`);
  await staff.ask("POST", `${base}/webhook/test`);
  await useCredentials(staff, base);
}

/** Credentials of the live environment, which nothing in the sandbox uses. */
async function useCredentials(staff: ReturnType<typeof createClient>, base: string) {
  const at = (path: string) => `${base}/${path}?environment=live`;
  const paths = ["oauth-credentials", "webhook", "api-secret"];
  for (const path of paths) await staff.call("GET", at(path));
  await staff.call("POST", at("webhook/rotate-secret"));
  await staff.ask("PUT", at("oauth-credentials"), { body: { redirectUris: ["https://market.example/back"] } });
  await staff.ask("PUT", at("webhook"), { body: { url: "https://hooks.market.example/", events: ["loan.disbursed"] } });
  for (const path of ["oauth-credentials/regenerate-secret", "webhook/rotate-secret", "api-secret/rotate"]) {
    for (const body of [{ immediate: true }, {}]) await staff.ask("POST", at(path), { body });
    for (const body of ["{", { immediate: "now" }]) await staff.call("POST", at(path), { body });
  }
  for (const path of paths) await staff.ask("GET", at(path));
  const { id } = await staff.ask("POST", at("secret-keys"), { body: { name: "Backend" } });
  await staff.ask("GET", at("secret-keys"));
  for (const one of [id, "key_nothing"]) await staff.call("DELETE", at(`secret-keys/${one}`));
  for (const body of ["{", { name: "" }]) await staff.call("POST", at("secret-keys"), { body });
  for (const path of ["oauth-credentials", "webhook"]) await staff.call("PUT", at(path), { body: {} });
  await staff.call("GET", `${base}/secret-keys?environment=both`);
}
