import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { demoIssuer } from "@/lib/sandbox/demo/provider/addresses";
import { checkRequest } from "@/lib/sandbox/demo/provider/check-request";
import { keepWebhook } from "@/lib/sandbox/demo/webhooks";
import { storeCredentials, storeDemoClient } from "@/lib/sandbox/test-helpers/state";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { answerRequest } from "./actions";
import Authorize from "./page";

useDatabase();

let host = "127.0.0.1:3000";
vi.mock("next/headers", () => ({ headers: async () => new Headers({ host }) }));

const redirectUri = "http://localhost:3000/api/marketplace-connections/oauth/callback";
const sound = {
  response_type: "code",
  client_id: "service",
  redirect_uri: redirectUri,
  scope: "sales.read",
  state: "abc",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
};
const query = `${new URLSearchParams(sound)}`;

beforeAll(async () => {
  const { marketplaceId, testKey } = await createMarketplace();
  await storeCredentials({ marketplaceId, secretKey: testKey, webhookSecret: "whsec_x" });
  await storeDemoClient({ clientId: "service", clientSecret: "x", redirectUri });
});

/** What the visitor is shown below the frame. */
async function shown(given: Record<string, string | string[]>): Promise<string> {
  const frame = await Authorize({ searchParams: Promise.resolve(given) });
  const { type, props } = frame.props.children.props.children;
  return renderToStaticMarkup(await type(props));
}

const addressOf = (answer: Awaited<ReturnType<typeof answerRequest>>) =>
  "address" in answer ? new URL(answer.address) : null;

test("a request leads to the choice of a seller, with those who came lately, and then to the question", async () => {
  const merchant = { service_id: "mer_1", marketplace_id: "shop-lately1" };
  await keepWebhook({ body: { event: "merchant.created", event_id: "evt_1", merchant }, realNow: now() });
  const choice = await shown(sound);
  expect(choice).toMatch(/value="shop-lately1"/);
  expect(choice).toMatch(/Sign in as a new seller/);
  for (const [name, value] of Object.entries(sound)) {
    expect(choice).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  }
});

test("what is no seller's id leads back to the choice", async () => {
  for (const seller of ["mer_1", " ", "..", "x".repeat(256), ["a", "b"]]) {
    expect(await shown({ ...sound, seller })).toContain("That is no seller’s ID");
  }
});

test("a request that names another address is shown to the person, and one with other faults goes back", async () => {
  const elsewhere = { ...sound, redirect_uri: "https://elsewhere.example" };
  expect(await shown(elsewhere)).toContain("an address that is not registered");
  await expect(shown({ ...sound, scope: "orders.write" })).rejects.toMatchObject({
    digest: expect.stringContaining(`;${redirectUri}?error=invalid_scope`),
  });
});

test.each([
  ["an unknown client", { client_id: "somebody" }],
  ["no client", { client_id: "" }],
  ["another redirect address", { redirect_uri: `${redirectUri}/` }],
  ["none", { redirect_uri: "" }],
])("the browser is sent nowhere with %s", async (_, changed) => {
  expect(await checkRequest(new URLSearchParams({ ...sound, ...changed }))).toMatchObject({ kind: "page" });
});

test.each([
  ["no challenge", { code_challenge: "" }, "invalid_request"],
  ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
  ["another kind of answer", { response_type: "token" }, "unsupported_response_type"],
  ["nothing to read", { scope: "offline_access" }, "invalid_scope"],
])("the service is told of %s", async (_, changed, error) => {
  const verdict = await checkRequest(new URLSearchParams({ ...sound, ...changed }));
  const location = new URL("location" in verdict ? verdict.location : "");
  expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: "abc", iss: demoIssuer() });
});

test("at the service's own name the visitor is sent to the demo's, with the request", async () => {
  host = "localhost:3000";
  await expect(shown(sound)).rejects.toMatchObject({
    digest: expect.stringContaining(";http://127.0.0.1:3000/demo/authorize?response_type=code&"),
  });
  host = "127.0.0.1:3000";
});

test("yes brings a code and no an error, both with the state and who says so", async () => {
  const allowed = addressOf(await answerRequest({ query, seller: "shop-a", allowed: true }));
  expect(Object.fromEntries(allowed?.searchParams ?? [])).toEqual({
    code: expect.stringMatching(/^dmc_\w{32}$/),
    state: "abc",
    iss: demoIssuer(),
  });
  const refused = addressOf(await answerRequest({ query, seller: "shop-a", allowed: false }));
  expect(Object.fromEntries(refused?.searchParams ?? [])).toMatchObject({ error: "access_denied", state: "abc" });
});

test("the answer is checked again", async () => {
  const forged = `${new URLSearchParams({ ...sound, redirect_uri: "https://elsewhere.example" })}`;
  expect(await answerRequest({ query: forged, seller: "shop-a", allowed: true })).toMatchObject({
    refused: expect.stringContaining("not registered"),
  });
  for (const given of [null, {}, { query, seller: "mer_1", allowed: true }, { query, seller: "a", allowed: "yes" }]) {
    expect(await answerRequest(given)).toMatchObject({ refused: expect.stringContaining("not valid") });
  }
});

test("nothing is here under a name that is not ours", async () => {
  host = "rebound.example";
  await expect(shown(sound)).rejects.toMatchObject({ digest: expect.stringContaining("404") });
  expect(await answerRequest({ query, seller: "a", allowed: true })).toMatchObject({ refused: "No such address." });
  host = "127.0.0.1:3000";
});
