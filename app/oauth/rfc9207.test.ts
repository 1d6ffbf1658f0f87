import { beforeAll, expect, it } from "vitest";
import { GET as discover } from "@/app/.well-known/oauth-authorization-server/route";
import { checkAuthorization } from "@/lib/sales/oauth/check-authorization";
import { denyAuthorization } from "@/lib/sales/oauth/deny-authorization";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { authorizationOf, consentedCode, oauthClient, type TestClient } from "@/test/factories/oauth";
import { GET as authorize } from "./authorize/route";

useDatabase();

let client: TestClient;
let issuer: unknown;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
  const { json } = await call(discover);
  issuer = json.issuer;
  expect(json.authorization_response_iss_parameter_supported).toBe(true);
});

it("RFC 9207, 2: the answer of a merchant who agrees names its issuer, so that servers cannot be mixed up", async () => {
  const { location } = await consentedCode(client);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    code: expect.any(String),
    state: "a state & more",
    iss: issuer,
  });
});

it("so does the answer of one who does not", async () => {
  const verdict = await checkAuthorization(authorizationOf(client));
  if (verdict.kind !== "sound") throw new Error("The request is not sound.");
  const answer = Object.fromEntries(new URL(denyAuthorization(verdict.request)).searchParams);
  expect(answer).toMatchObject({ error: "access_denied", state: "a state & more", iss: issuer });
});

it("and every error that is sent to the client", async () => {
  const { headers } = await call(authorize, { path: `/oauth/authorize?${authorizationOf(client, { scope: "none" })}` });
  expect(new URL(headers.get("location") ?? "").searchParams.get("iss")).toBe(issuer);
});
