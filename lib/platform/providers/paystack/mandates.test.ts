import { describe, expect, test } from "vitest";
import { data, refuses, scriptedPaystack, type Told, waitFor } from "@/test/paystack-script";
import { paystackMandates } from "./debits";

type Script = Parameters<typeof scriptedPaystack>[0];

async function railOf(script: Script) {
  const paystack = await scriptedPaystack({
    "GET /bank": data([{ code: "50211", name: "Kuda Bank", nip_sort_code: "090267" }]),
    ...script,
  });
  const access = { key: "sk_live_0123456789abcdef", baseUrl: paystack.baseUrl, within: waitFor(script) };
  return { ...paystack, mandates: paystackMandates({ ...access, integration: 7, domain: "live" }) };
}

describe("a mandate begins", () => {
  const begins = "POST /customer/authorization/initialize";
  const address = { street: "1 Broad St", city: "Lagos", state: "Lagos" };
  const account = { bankCode: "090267", accountNumber: "0123456789", address };
  const order = { email: "ada@example.com", callbackUrl: "https://shop.example/back", account };
  const page = { redirect_url: "https://link.paystack.com/x", access_code: "x", reference: "ref1" };
  const begun = async (told: Told, change: object = {}) => {
    const { mandates, asked } = await railOf({ [begins]: told });
    return { outcome: await mandates.begin({ ...order, ...change }), body: asked.at(-1)?.body };
  };

  test("with a page and a reference; the account is filled in, where Paystack has its bank", async () => {
    const { outcome, body } = await begun(data(page));
    expect(outcome).toEqual({ status: "BEGUN", reference: "ref1", page: "https://link.paystack.com/x" });
    const shared = { email: "ada@example.com", channel: "direct_debit", callback_url: "https://shop.example/back" };
    expect(body).toEqual({ ...shared, account: { number: "0123456789", bank_code: "50211" }, address });
    const other = await begun(data(page), { account: { ...account, bankCode: "090832" } });
    expect(other.body).toEqual(shared);
  });

  test.each([
    ["No answer from Paystack: timeout.", { never: true }],
    ["Paystack: … is not …", refuses(400, "0123456789 is not ADA@example.com")],
    ["Paystack names no page for the account's holder.", data({ ...page, redirect_url: "javascript:alert(1)" })],
    ["Paystack names no page for the account's holder.", data({ ...page, redirect_url: undefined })],
    ["Paystack names no page for the account's holder.", data({ ...page, reference: "" })],
  ] as [string, Told][])("or not: %s", async (why, told) => {
    expect((await begun(told)).outcome).toEqual({ status: "NOT_BEGUN", why });
  });
});

describe("a mandate's state", () => {
  const [verify, customer, lists] = [
    "GET /customer/authorization/verify/ref1",
    "GET /customer/CUS_1",
    "GET /customer/43/directdebit-mandate-authorizations",
  ];
  const given = (change: object = {}) =>
    data({
      authorization_code: "AUTH_1",
      channel: "direct_debit",
      bank: "Kuda Bank",
      active: true,
      customer: { code: "CUS_1", email: "ada@example.com" },
      ...change,
    });
  const listed = (change: object = {}) =>
    data([
      null,
      { authorization_code: "AUTH_0", status: "revoked" },
      {
        authorization_code: "AUTH_1",
        status: "active",
        integration_id: 7,
        account_number: "0123456789",
        bank_code: "50211",
        bank_name: null,
        ...change,
      },
    ]);
  const stateOf = async (script: Script, authorizationCode?: string) => {
    const holder = { [customer]: data({ id: 43 }) };
    const { mandates } = await railOf({ ...holder, ...script });
    return mandates.state({ reference: "ref1", ...(authorizationCode ? { authorizationCode } : {}) });
  };
  const account = { bankCode: "090267", bankName: "Kuda Bank", lastFour: "6789", accountName: null };

  test("is active when both answers say so, with the account that was authorised", async () => {
    expect(await stateOf({ [verify]: given(), [lists]: listed() })).toEqual({
      status: "ACTIVE",
      authorizationCode: "AUTH_1",
      email: "ada@example.com",
      account,
    });
  });

  test.each([
    ["pending", true, { status: "PENDING", account }],
    ["pending", false, { status: "PENDING", account }],
    ["revoked", true, { status: "REVOKED", account }],
    ["revoked", false, { status: "REVOKED", account }],
    ["active", false, { status: "UNKNOWN" }],
    ["paused", true, { status: "UNKNOWN" }],
  ])("is listed as %s, active: %s", async (status, active, expected) => {
    expect(await stateOf({ [verify]: given({ active }), [lists]: listed({ status }) })).toMatchObject(expected);
  });

  test("follows the authorization where it is not in the list; the bank is known by its name then", async () => {
    const nothing = { [lists]: data([]) };
    const wema = { bank: "Wema Bank", last4: "4321", account_name: "ADA" };
    expect(await stateOf({ [verify]: given(wema), ...nothing })).toMatchObject({
      status: "ACTIVE",
      account: { bankCode: "035", bankName: "Wema Bank", lastFour: "4321", accountName: "ADA" },
    });
    expect(await stateOf({ [verify]: given({ bank: "Nobody's" }), ...nothing })).toMatchObject({
      account: { bankCode: null, lastFour: null },
    });
    const off = { [verify]: given({ active: false }), ...nothing };
    expect(await stateOf(off)).toMatchObject({ status: "PENDING" });
    expect(await stateOf(off, "AUTH_1")).toMatchObject({ status: "REVOKED" });
  });

  test.each([
    refuses(404, "Entity not found"),
    refuses(400, "Authorization does not exist or does not belong to integration", "unknown"),
    given({ authorization_code: undefined }),
  ])("is pending while there is no authorization, and revoked when there was one", async (told) => {
    expect(await stateOf({ [verify]: told })).toEqual({ status: "PENDING", account: null });
    expect(await stateOf({ [verify]: told }, "AUTH_1")).toEqual({ status: "REVOKED", account: null });
  });

  test.each([
    ["silence", { [verify]: { never: true } }],
    ["a gateway's 404", { [verify]: { status: 404, body: {} } }],
    ["a refused key", { [verify]: refuses(401, "Invalid key") }],
    ["another refusal", { [verify]: refuses(400, "Odd") }],
    ["a card", { [verify]: given({ channel: "card" }) }],
    ["the other domain", { [verify]: given({ domain: "test" }) }],
    ["another account with Paystack", { [verify]: given({ integration: 8 }) }],
    ["another account's list", { [verify]: given(), [lists]: listed({ integration_id: 8 }) }],
    ["no list", { [verify]: given(), [lists]: { status: 500 } }],
    ["no holder", { [verify]: given(), [customer]: { status: 500 } }],
  ] as [string, Script][])("is unknown with %s", async (_, script) => {
    for (const code of [undefined, "AUTH_1"]) {
      const state = await stateOf(script, code);
      expect(state).toMatchObject({ status: "UNKNOWN" });
      expect(JSON.stringify(state)).not.toMatch(/0123456789|sk_live|ada@/);
    }
  });
});

test.each([
  [data(undefined), "REVOKED"],
  [refuses(404, "Authorization not found"), "REVOKED"],
  [refuses(400, "Authorization does not exist or does not belong to integration"), "REVOKED"],
  [refuses(400, "Authorization is already inactive"), "REVOKED"],
  [refuses(400, "Odd"), "NOT_KNOWN"],
  [refuses(401, "Key not found"), "NOT_KNOWN"],
  [{ status: 404, body: { message: "not found" } }, "NOT_KNOWN"],
  [{ status: 500 }, "NOT_KNOWN"],
  [{ never: true }, "NOT_KNOWN"],
] as [Told, string][])("a mandate is ended (%#)", async (told, expected) => {
  const { mandates, asked } = await railOf({ "POST /customer/authorization/deactivate": told });
  expect(await mandates.revoke("AUTH_1")).toBe(expected);
  expect(asked.map(({ body }) => body)).toEqual([{ authorization_code: "AUTH_1" }]);
});
