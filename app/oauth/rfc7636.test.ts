import { beforeAll, describe, expect, it } from "vitest";
import { matchingVerifier } from "@/lib/sales/oauth/request-checks";
import { basic, call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { authorizationOf, consentedCode, oauthClient, redemption, type TestClient } from "@/test/factories/oauth";
import { GET as authorize } from "./authorize/route";
import { POST as token } from "./token/route";

useDatabase();

let client: TestClient;
beforeAll(async () => {
  client = await oauthClient((await createMarketplace()).test);
});

describe("RFC 7636, 4.3: the challenge", () => {
  const notS256 = "code_challenge_method must be S256";
  const notDigest = "code_challenge is not base64url of SHA-256";
  const wrong: [string, Record<string, string | null>, string][] = [
    ["is missing", { code_challenge: null }, "code_challenge is missing: PKCE is required"],
    ["has no method, which would mean plain", { code_challenge_method: null }, notS256],
    ["is plain", { code_challenge_method: "plain" }, notS256],
    ["has an unknown method", { code_challenge_method: "S512" }, notS256],
    ["is too short", { code_challenge: "a".repeat(42) }, notDigest],
    ["is too long", { code_challenge: "a".repeat(44) }, notDigest],
    ["is padded base64", { code_challenge: `${"a".repeat(42)}=` }, notDigest],
    ["has other characters", { code_challenge: `${"a".repeat(42)}+` }, notDigest],
  ];
  it.each(wrong)("is refused when it %s", async (_, over, description) => {
    const { headers } = await call(authorize, { path: `/oauth/authorize?${authorizationOf(client, over)}` });
    const answer = new URL(headers.get("location") ?? "").searchParams;
    expect(answer.get("error")).toBe("invalid_request");
    expect(answer.get("error_description")).toBe(description);
  });
});

describe("RFC 7636, 4.6: the verifier", () => {
  const redeem = (fields: Record<string, string>) =>
    call(token, { form: fields, headers: { authorization: basic(client) } });

  it("of another challenge is an invalid_grant, and the code stays valid for the right one", async () => {
    const consent = await consentedCode(client);
    const other = { ...consent, verifier: "x".repeat(43) };
    expect(await redeem(redemption(client, other))).toMatchObject({ status: 400, json: { error: "invalid_grant" } });
    expect(await redeem(redemption(client, consent))).toMatchObject({ status: 200 });
  });

  const unfit = "code_verifier must be 43 to 128 unreserved characters";
  it.each([
    ["", "code_verifier is missing"],
    ["x".repeat(42), unfit],
    ["x".repeat(129), unfit],
    [`${"x".repeat(43)} `, unfit],
    [`${"x".repeat(43)}ü`, unfit],
  ])("is refused: %.12j", async (verifier, error_description) => {
    const consent = await consentedCode(client);
    const answer = await redeem({ ...redemption(client, consent), code_verifier: verifier });
    expect(answer).toMatchObject({ status: 400, json: { error: "invalid_request", error_description } });
  });

  it("the challenge itself is no verifier", async () => {
    const { challenge } = appendixB;
    expect(() => matchingVerifier(challenge, challenge)).toThrow(/does not match/);
  });

  it("appendix B", () => {
    expect(() => matchingVerifier(appendixB.verifier, appendixB.challenge)).not.toThrow();
  });
});

const appendixB = {
  verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
  challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
};
