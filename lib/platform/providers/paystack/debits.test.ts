import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { data, refuses, scriptedPaystack, type Told, waitFor } from "@/test/paystack-script";
import { paystackMandates } from "./debits";

const order = {
  reference: "abcdefgh12345678",
  authorizationCode: "AUTH_1",
  email: "ada@example.com",
  amount: kobo(300_000),
};
const verify = `GET /transaction/verify/${order.reference}`;
const charges = "POST /transaction/charge_authorization";
const notThere = refuses(400, "Transaction reference not found.", "transaction_not_found");
const known = (change: object = {}) =>
  data({
    id: 99,
    status: "success",
    reference: order.reference,
    amount: 300_000,
    currency: "NGN",
    domain: "live",
    message: null,
    gateway_response: "Payment successful",
    authorization: { authorization_code: "AUTH_1" },
    ...change,
  });

async function railOf(script: Parameters<typeof scriptedPaystack>[0], key = "sk_live_0123456789abcdef") {
  const paystack = await scriptedPaystack(script);
  const access = { key, baseUrl: paystack.baseUrl, within: waitFor(script) };
  return { ...paystack, mandates: paystackMandates({ ...access, integration: 7, domain: "live" }) };
}

async function debitOf(script: Parameters<typeof scriptedPaystack>[0], change: object = {}) {
  const { mandates, questions, asked } = await railOf(script);
  const outcome = await mandates.debit({ ...order, ...change });
  expect(JSON.stringify(outcome)).not.toMatch(/ada@|AUTH_1|sk_live/);
  return { outcome, questions: questions(), asked };
}

const confirmed = { status: "CONFIRMED", reference: "99" };
const pending = (waitsFor: string) => ({ status: "PENDING", waitsFor });

describe("a debit", () => {
  test("is looked for, charged once it is not there, and confirmed when it is found", async () => {
    const taken = data({ status: "processing" });
    const { outcome, questions, asked } = await debitOf({ [verify]: [notThere, known()], [charges]: taken });
    expect(outcome).toEqual(confirmed);
    expect(questions).toEqual([verify, charges, verify]);
    expect(asked[1]?.body).toEqual({
      email: "ada@example.com",
      amount: 300_000,
      authorization_code: "AUTH_1",
      reference: order.reference,
      currency: "NGN",
    });
  });

  test.each([
    ["success", "", confirmed],
    ["processing", "", pending("PROVIDER")],
    ["abandoned", "", pending("PERSON")],
    ["odd", "", pending("PERSON")],
    [null, "", pending("PERSON")],
    ["reversed", "", { status: "FAILED", reason: "REFUSED" }],
    ["failed", "Insufficient funds", { status: "FAILED", reason: "INSUFFICIENT_FUNDS" }],
    ["failed", "Mandate is not active", { status: "FAILED", reason: "MANDATE_CANCELLED" }],
    ["failed", "Declined", { status: "FAILED", reason: "REFUSED" }],
  ])("that is there, %s %s, is not charged again", async (status, gateway_response, expected) => {
    const { outcome, questions } = await debitOf({ [verify]: known({ status, gateway_response }) });
    expect(outcome).toMatchObject(expected);
    expect(questions).toEqual([verify]);
  });

  test.each([
    ["amount is ₦1.00", { amount: 100, requested_amount: 300_000 }],
    ["another reference", { reference: "other" }],
    ["another currency", { currency: "GHS" }],
    ["another domain", { domain: "test" }],
    ["another authorization", { authorization: { authorization_code: "AUTH_2" } }],
    ["authorization not known", { authorization: {} }],
    ["amount not known", { amount: "much" }],
    ["its number is not known", { id: null }],
  ])("is not this one when %s", async (difference, change) => {
    const { outcome } = await debitOf({ [verify]: known(change) });
    expect(outcome).toMatchObject({ ...pending("PERSON"), detail: expect.stringContaining(difference) });
  });

  test.each([
    ["silence", { never: true }, "PROVIDER"],
    ["a server error", { status: 500 }, "PROVIDER"],
    ["a gateway's 404", { status: 404, body: {} }, "PROVIDER"],
    ["another 400", refuses(400, "Something"), "PROVIDER"],
    ["a refused key", refuses(401, "Invalid key"), "PERSON"],
  ] as [string, Told, string][])("is not charged after %s", async (_, told, waitsFor) => {
    const { outcome, questions } = await debitOf({ [verify]: told });
    expect(outcome).toMatchObject(pending(waitsFor));
    expect(questions).toEqual([verify]);
  });

  test.each([refuses(404, "Transaction not found"), refuses(400, "Transaction reference not found")])(
    "is not there in any of the words for it",
    async (told) => {
      const { questions } = await debitOf({ [verify]: told, [charges]: { status: 500 } });
      expect(questions).toEqual([verify, charges]);
    },
  );

  test("is not charged under a reference that is none, or with a key for trying out", async () => {
    const { mandates, questions } = await railOf({ "GET /transaction/verify/x": notThere });
    expect(await mandates.debit({ ...order, reference: "x" })).toMatchObject(pending("PERSON"));
    expect(questions()).toEqual(["GET /transaction/verify/x"]);
    const trying = await railOf({ [verify]: known() }, "sk_test_1");
    expect(await trying.mandates.debit(order)).toMatchObject(pending("PERSON"));
    expect(await trying.mandates.begin({ email: order.email, callbackUrl: "https://shop.example" })).toMatchObject({
      status: "NOT_BEGUN",
    });
    expect(await trying.mandates.state({ reference: "ref1" })).toMatchObject({ status: "UNKNOWN" });
    expect(await trying.mandates.revoke("AUTH_1")).toBe("NOT_KNOWN");
    expect(trying.asked).toEqual([]);
  });
});

describe("as it is charged", () => {
  test.each([
    ["times out", { never: true }, pending("PROVIDER")],
    ["answers 502", { status: 502 }, pending("PROVIDER")],
    ["refuses the key", refuses(401, "Invalid key"), pending("PERSON")],
    ["says something new about ada@example.com", refuses(400, "No ada@example.com here"), pending("PERSON")],
    ["has no mandate", refuses(400, "Mandate is not active"), { status: "FAILED", reason: "MANDATE_CANCELLED" }],
    ["knows the reference, and then does not", refuses(400, "Duplicate Transaction Reference"), pending("PERSON")],
    ["takes it, and does not show it", data({ status: "success" }), pending("PROVIDER")],
    ["takes it, and asks the holder", data({ status: "send_otp" }), pending("PERSON")],
  ] as [string, Told, object][])("Paystack %s", async (_, told, expected) => {
    expect((await debitOf({ [verify]: notThere, [charges]: told })).outcome).toMatchObject(expected);
  });

  test("a reference that is known after all is verified, and so is a refusal", async () => {
    for (const said of ["Duplicate Transaction Reference", "Mandate is not active"]) {
      const script = { [verify]: [notThere, known()], [charges]: refuses(400, said) };
      expect((await debitOf(script)).outcome).toEqual(confirmed);
    }
  });
});

test("looking a debit up says what came back, what is there, and what is not", async () => {
  const lookedUp = async (told: Told) => {
    const { mandates, questions } = await railOf({ [verify]: told });
    const state = await mandates.lookUpDebit(order);
    expect(questions()).toEqual([verify]);
    return state;
  };
  expect(await lookedUp(known({ status: "reversed" }))).toEqual({ status: "REVERSED", reference: "99" });
  expect(await lookedUp(known())).toEqual(confirmed);
  expect(await lookedUp(notThere)).toEqual({ status: "NOT_FOUND" });
});
