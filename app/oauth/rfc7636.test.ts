import { beforeAll, describe, expect, it } from "vitest";
import { matchingVerifier } from "@/lib/oauth/checks/code-verifier";
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
  const wrong: [string, Record<string, string | null>][] = [
    ["is missing", { code_challenge: null }],
    ["has no method, which would mean plain", { code_challenge_method: null }],
    ["is plain", { code_challenge_method: "plain" }],
    ["has an unknown method", { code_challenge_method: "S512" }],
    ["is too short", { code_challenge: "a".repeat(42) }],
    ["is too long", { code_challenge: "a".repeat(44) }],
    ["is padded base64", { code_challenge: `${"a".repeat(42)}=` }],
    ["has other characters", { code_challenge: `${"a".repeat(42)}+` }],
  ];
  it.each(wrong)("is refused when it %s", async (_, over) => {
    const { headers } = await call(authorize, { path: `/oauth/authorize?${authorizationOf(client, over)}` });
    const answer = new URL(headers.get("location") ?? "").searchParams;
    expect(answer.get("error")).toBe("invalid_request");
    expect(answer.get("error_description")).toContain("code_challenge");
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

  it.each(["", "x".repeat(42), "x".repeat(129), `${"x".repeat(43)} `, `${"x".repeat(43)}ü`])(
    "is refused: %.12j",
    async (verifier) => {
      const consent = await consentedCode(client);
      const answer = await redeem({ ...redemption(client, consent), code_verifier: verifier });
      expect(answer).toMatchObject({ status: 400, json: { error: "invalid_request" } });
    },
  );

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
