import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { instant } from "@/test/time";
import { dashboardTokens, embedTokens, mintToken, type TokenKind, verifyToken } from "./bearer-tokens";
import { later, second } from "./calendar";
import { now } from "./clock";
import { env } from "./env";

const at = instant("2026-03-04T05:06:07.890Z");
const issuedAt = Date.parse("2026-03-04T05:06:07Z") / 1000;
const ofMerchant = { marketplaceId: "mkt_1", environment: "test" } as const;

const mintEmbed = (realNow = at) => mintToken(embedTokens, "mer_1", ofMerchant, realNow);
const mintDashboard = (realNow = at) => mintToken(dashboardTokens, "usr_1", { epoch: 0 }, realNow);

describe("what is on the wire", () => {
  test.each([
    [
      "an embed token",
      mintEmbed,
      { ...ofMerchant, aud: "service:embed", sub: "mer_1", iat: issuedAt, exp: issuedAt + 900 },
    ],
    [
      "a dashboard token",
      mintDashboard,
      { aud: "service:dashboard", sub: "usr_1", epoch: 0, iat: issuedAt, exp: issuedAt + 3_600 },
    ],
  ])("%s", async (_, mint, claims) => {
    const token = await mint();
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(decodeJwt(token)).toEqual({ ...claims, iss: env().baseUrl, jti: expect.stringMatching(/^[\w-]{22}$/) });
    expect(decodeJwt(await mint()).jti).not.toBe(decodeJwt(token).jti);
  });
});

test("what a token says is who has it, its id and its claims, and no more", async () => {
  const token = await mintEmbed();
  const { jti: id } = decodeJwt(token);
  expect(await verifyToken(embedTokens, token, at)).toEqual({ id, subject: "mer_1", claims: ofMerchant });
  const ofStaff = { id: expect.any(String), subject: "usr_1", claims: { epoch: 0 } };
  expect(await verifyToken(dashboardTokens, await mintDashboard(), at)).toEqual(ofStaff);
});

const noEmbedToken = "That is no embed token of this service.";
const noDashboardToken = "That is no dashboard token. The dashboard's operations take the one that its login answers.";
const kinds = [
  { name: "embed", kind: embedTokens as TokenKind, mint: mintEmbed, foreign: mintDashboard, refusal: noEmbedToken },
  {
    name: "dashboard",
    kind: dashboardTokens as TokenKind,
    mint: mintDashboard,
    foreign: mintEmbed,
    refusal: noDashboardToken,
  },
];

describe.each(kinds)("of the kind $name", ({ kind, mint, foreign, refusal }) => {
  test("one is good to its last second, and expired after it", async () => {
    const token = await mint();
    const end = later(instant(issuedAt * 1000), kind.seconds * second);
    await verifyToken(kind, token, later(end, -1));
    await expect(verifyToken(kind, token, end)).rejects.toMatchObject({
      code: "TOKEN_EXPIRED",
      message: kind.refusals.expired,
    });
  });

  test("another kind's is none, good or expired", async () => {
    const refused = { code: "UNAUTHENTICATED", message: refusal };
    await expect(verifyToken(kind, await foreign(), at)).rejects.toMatchObject(refused);
    await expect(verifyToken(kind, await foreign(instant(0)), at)).rejects.toMatchObject(refused);
  });

  const sound = {
    ...ofMerchant,
    iss: env().baseUrl,
    aud: kind.audience,
    sub: "x",
    iat: 1,
    exp: 9_999_999_999,
    jti: "x",
  };
  const signed = (claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(env().tokenKey);

  test.each([
    ["who has it", "sub"],
    ["when it was issued", "iat"],
    ["when it ends", "exp"],
    ["its id", "jti"],
    ["its issuer", "iss"],
    ["its audience", "aud"],
  ])("one that does not say %s is none", async (_, claim) => {
    await verifyToken(kind, await signed(sound), now());
    const without = Object.fromEntries(Object.entries(sound).filter(([name]) => name !== claim));
    await expect(verifyToken(kind, await signed(without), now())).rejects.toMatchObject({ message: refusal });
  });
});

test.each([
  ["of no marketplace", { environment: "test" }],
  ["of no environment", { marketplaceId: "mkt_1" }],
  ["of an unknown environment", { marketplaceId: "mkt_1", environment: "production" }],
])("an embed token %s is none", async (_, claims) => {
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(env().baseUrl)
    .setAudience(embedTokens.audience)
    .setSubject("mer_1")
    .setIssuedAt(at)
    .setExpirationTime(later(at, second))
    .setJti("x")
    .sign(env().tokenKey);
  await expect(verifyToken(embedTokens, token, at)).rejects.toMatchObject({ message: noEmbedToken });
});

test.each(["mer_\u0000", "mer_\ud800", "", "x".repeat(300)])(
  "one for %j, which no database holds, is none",
  async (strange) => {
    const refused = { code: "UNAUTHENTICATED", message: noEmbedToken };
    const subject = await mintToken(embedTokens, strange, ofMerchant, at);
    await expect(verifyToken(embedTokens, subject, at)).rejects.toMatchObject(refused);
    const claim = await mintToken(embedTokens, "mer_1", { ...ofMerchant, marketplaceId: strange }, at);
    await expect(verifyToken(embedTokens, claim, at)).rejects.toMatchObject(refused);
  },
);
