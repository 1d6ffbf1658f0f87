import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { isAuthentic, referencesIn } from "./webhook";

const key = "sk_live_0123456789abcdef";
const sign = (body: string, by = key) => createHmac("sha512", by).update(body).digest("hex");

test("a webhook is authentic when its very bytes were signed with the account's key", () => {
  const body = '{"event":"transfer.success", "data":{}}';
  expect(isAuthentic(body, sign(body), key)).toBe(true);
  expect(isAuthentic(Buffer.from(body), sign(body).toUpperCase(), key)).toBe(true);
  const forged = [
    sign(body, "sk_live_other"),
    sign(`${body} `),
    sign(body).slice(2),
    `${sign(body)}00`,
    "",
    null,
    "x".repeat(128),
  ];
  for (const signature of forged) expect(isAuthentic(body, signature, key)).toBe(false);
});

describe("what to ask about", () => {
  const of = (event: string, data: unknown) => referencesIn(JSON.stringify({ event, data }));
  const reference = "abcdefgh12345678";

  test.each(["transfer.success", "transfer.failed", "transfer.reversed", "transfer.new"])(
    "%s: the transfer",
    (event) => {
      expect(of(event, { reference, amount: 7 })).toEqual({ about: "TRANSFER", reference });
    },
  );

  test.each([
    ["charge.success", { reference }],
    ["charge.failed", { reference }],
    ["charge.dispute.create", { transaction: { reference } }],
    ["refund.processed", { transaction_reference: reference, reference: "other" }],
  ])("%s: the debit", (event, data) => expect(of(event, data)).toEqual({ about: "DEBIT", reference }));

  test("authorizations: the mandate, by whatever names it", () => {
    const active = of("direct_debit.authorization.active", { reference, authorization_code: "AUTH_1" });
    expect(active).toEqual({ about: "MANDATE", reference, authorizationCode: "AUTH_1" });
    const created = of("direct_debit.authorization.created", { authorization_code: "AUTH_1" });
    expect(created).toEqual({ about: "MANDATE", reference: null, authorizationCode: "AUTH_1" });
  });

  test.each([
    ["invoice.create", { reference }],
    ["transfer.success", {}],
    ["transfer.success", { reference: "../transfer" }],
    ["transfer.success", { reference: 7 }],
    ["charge.dispute.create", { reference }],
    ["direct_debit.authorization.active", {}],
    ["transfer.success", null],
  ])("%s %j: nothing", (event, data) => expect(of(event, data)).toBeNull());

  test.each(["", "[]", "null", "{", '{"event":7,"data":{}}'])("%j: nothing", (body) => {
    expect(referencesIn(body)).toBeNull();
  });
});
