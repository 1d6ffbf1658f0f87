import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { data, refuses, scriptedPaystack, type Told, waitFor } from "@/test/paystack-script";
import { paystackBank } from "./transfers";

const key = "sk_live_0123456789abcdef";
const order = {
  reference: "abcdefgh12345678",
  amount: kobo(5_000_000),
  bankCode: "058",
  accountNumber: "0123456789",
  accountName: "ADA FOODS LTD",
  reason: "Loan",
};
const verify = `GET /transfer/verify/${order.reference}`;
const [makes, sends] = ["POST /transferrecipient", "POST /transfer"];

const notThere = refuses(404, "Transfer not found");
const recipient = { recipient_code: "RCP_1", details: { account_number: "0123456789", bank_code: "058" } };
const made: Told = { ...data(recipient), status: 201 };
const known = (change: object = {}) =>
  data({
    status: "success",
    reference: order.reference,
    amount: 5_000_000,
    currency: "NGN",
    domain: "live",
    integration: 7,
    transfer_code: "TRF_1",
    recipient,
    gateway_response: null,
    ...change,
  });
const taken = data({ status: "pending", recipient: 5 });

async function railOf(script: Parameters<typeof scriptedPaystack>[0], change: object = {}) {
  const paystack = await scriptedPaystack(script);
  const within = waitFor(script);
  const rail = { key, integration: 7, domain: "live" as const, baseUrl: paystack.baseUrl, within, ...change };
  return { ...paystack, bank: paystackBank(rail) };
}

/** What an order becomes, and what Paystack was asked. */
async function transferOf(script: Parameters<typeof scriptedPaystack>[0], change: object = {}) {
  const { bank, questions, asked } = await railOf(script);
  const outcome = await bank.transfer({ ...order, ...change });
  expect(JSON.stringify(outcome)).not.toMatch(/0123456789|ADA FOODS|sk_live/i);
  return { outcome, questions: questions(), asked };
}

const confirmed = { status: "CONFIRMED", reference: "TRF_1" };
const pending = (waitsFor: string) => ({ status: "PENDING", waitsFor });

describe("a transfer", () => {
  test("is looked for, sent once it is not there, and paid when it is found again", async () => {
    const { outcome, questions, asked } = await transferOf({
      [verify]: [notThere, known()],
      [makes]: made,
      [sends]: taken,
    });
    expect(outcome).toEqual(confirmed);
    expect(questions).toEqual([verify, makes, sends, verify]);
    expect(asked[1]?.body).toEqual({
      type: "nuban",
      name: "ADA FOODS LTD",
      account_number: "0123456789",
      bank_code: "058",
      currency: "NGN",
    });
    expect(asked[2]?.body).toEqual({
      source: "balance",
      amount: 5_000_000,
      recipient: "RCP_1",
      reference: order.reference,
      reason: "Loan",
      currency: "NGN",
    });
  });

  test("that is there already is not sent", async () => {
    const { outcome, questions } = await transferOf({ [verify]: known() });
    expect({ outcome, questions }).toEqual({ outcome: confirmed, questions: [verify] });
  });

  test.each([
    ["success", confirmed],
    ["pending", pending("PROVIDER")],
    ["received", pending("PROVIDER")],
    ["otp", pending("OTP")],
    ["failed", { status: "FAILED", cause: "OTHER" }],
    ["abandoned", { status: "FAILED", cause: "OTHER" }],
    ["blocked", { status: "FAILED", cause: "OTHER" }],
    ["rejected", { status: "FAILED", cause: "OTHER" }],
    ["reversed", { status: "FAILED", cause: "OTHER" }],
    ["on_hold", pending("PERSON")],
    [undefined, pending("PERSON")],
    [7, pending("PERSON")],
  ])("that is %s", async (status, expected) => {
    expect((await transferOf({ [verify]: known({ status }) })).outcome).toMatchObject(expected);
  });

  test("that failed because of the account takes another account", async () => {
    const change = {
      status: "failed",
      gateway_response: "Dormant account 0123456789 of Ada Foods Ltd",
      recipient: { ...recipient, name: "ADA FOODS LTD" },
    };
    const { outcome } = await transferOf({ [verify]: known(change) });
    expect(outcome).toEqual({ status: "FAILED", cause: "ACCOUNT", reason: "Paystack: failed: Dormant account … of …" });
  });

  test.each([
    ["reference", { reference: "another" }],
    ["amount is ₦1.00", { amount: 100 }],
    ["currency is GHS", { currency: "GHS" }],
    ["domain is test", { domain: "test" }],
    ["account with Paystack is 8", { integration: 8 }],
    ["another recipient", { recipient: { ...recipient, details: { account_number: "9999999999", bank_code: "058" } } }],
    ["another recipient", { recipient: { ...recipient, details: { account_number: "0123456789", bank_code: "011" } } }],
    ["amount not known", { amount: undefined }],
    ["currency not known", { currency: null }],
    ["domain not known", { domain: undefined }],
    ["account with Paystack not known", { integration: "seven" }],
    ["recipient not known", { recipient: 5 }],
    ["transfer code not known", { transfer_code: null }],
  ])("is not this one when %s", async (difference, change) => {
    for (const status of ["success", ...(difference.startsWith("transfer code") ? [] : ["failed", "pending"])]) {
      const { outcome } = await transferOf({ [verify]: known({ status, ...change }) });
      expect(outcome).toMatchObject({ ...pending("PERSON"), detail: expect.stringContaining(difference) });
    }
  });

  test("also counts with what newer and older answers have otherwise", async () => {
    const { outcome } = await transferOf({ [verify]: known({ amount: "5000000", integration: { id: 7 } }) });
    expect(outcome).toEqual(confirmed);
  });

  test("whose recipient is not shown is known by the one just made", async () => {
    const shown = known({ recipient: { recipient_code: "RCP_1" } });
    const { outcome } = await transferOf({ [verify]: [notThere, shown], [makes]: made, [sends]: taken });
    expect(outcome).toEqual(confirmed);
  });
});

describe("nothing is sent", () => {
  const sent = (questions: string[]) => questions.filter((question) => question === sends);

  test.each([
    ["no answer", { never: true }, "PROVIDER"],
    ["a server error", { status: 500 }, "PROVIDER"],
    ["too many questions", { status: 429 }, "PROVIDER"],
    ["a page that is not there", { status: 404, text: "<html>" }, "PROVIDER"],
    ["a gateway's 404", { status: 404, body: { message: "no Route matched" } }, "PROVIDER"],
    ["another refusal", refuses(400, "Something"), "PROVIDER"],
    ["data without anything", data(null), "PROVIDER"],
    ["a key that is refused", refuses(401, "Invalid key"), "PERSON"],
    ["an address that may not ask", refuses(403, "IP address not allowed"), "PERSON"],
  ] as [string, Told, string][])("after %s", async (_, told, waitsFor) => {
    const { outcome, questions } = await transferOf({ [verify]: told });
    expect(outcome).toMatchObject(pending(waitsFor));
    expect(questions).toEqual([verify]);
  });

  test.each([
    ["above the limit", { amount: kobo(1_000_000_001) }],
    ["below the least", { amount: kobo(9_999) }],
  ])("of an amount %s", async (_, change) => {
    const { outcome, questions } = await transferOf({ [verify]: notThere }, change);
    expect(outcome).toMatchObject({ status: "FAILED", cause: "OTHER", sent: "NO" });
    expect(questions).toEqual([verify]);
  });

  test.each([1_000_000_000, 10_000])("but at the limits it is: %i kobo", async (amount) => {
    const script = { [verify]: notThere, [makes]: made, [sends]: { status: 500 } };
    expect(sent((await transferOf(script, { amount: kobo(amount) })).questions)).toEqual([sends]);
  });

  test("under a reference that is none", async () => {
    const { bank } = await railOf({ "GET /transfer/verify/Pay%2F1": notThere });
    expect(await bank.transfer({ ...order, reference: "Pay/1" })).toMatchObject({ status: "FAILED", sent: "NO" });
  });

  test("to a recipient with another account", async () => {
    const details = { account_number: "0123456780", bank_code: "058" };
    const { outcome, questions } = await transferOf({
      [verify]: notThere,
      [makes]: data({ recipient_code: "RCP_2", details }),
    });
    expect(outcome).toMatchObject(pending("PERSON"));
    expect(sent(questions)).toEqual([]);
  });

  test.each([
    ["is silent", { never: true }, pending("PROVIDER")],
    ["names no recipient", data({}), pending("PROVIDER")],
    ["does not know the bank", refuses(400, "Bank is invalid"), pending("PERSON")],
    ["does not know the account", refuses(400, "Cannot resolve account"), { status: "FAILED", cause: "ACCOUNT" }],
  ] as [string, Told, object][])("when Paystack %s as the recipient is made", async (_, told, expected) => {
    const { outcome, questions } = await transferOf({ [verify]: notThere, [makes]: told });
    expect(outcome).toMatchObject(expected);
    expect(sent(questions)).toEqual([]);
  });

  test("with a key for trying out, which confirms nothing either", async () => {
    const { bank, asked } = await railOf({ [verify]: known() }, { key: "sk_test_0123456789abcdef" });
    expect(await bank.transfer(order)).toMatchObject(pending("PERSON"));
    expect(await bank.lookUpTransfer(order)).toMatchObject(pending("PERSON"));
    expect([await bank.nameEnquiry(order), await bank.balance()]).toEqual(["NOT_CHECKED", null]);
    expect(asked).toEqual([]);
  });
});

describe("as it is sent", () => {
  const then = (told: Told, ...verified: Told[]) =>
    transferOf({ [verify]: [notThere, ...verified], [makes]: made, [sends]: told });

  test.each([
    ["times out", { never: true }, pending("PROVIDER")],
    ["answers 500", { status: 500 }, pending("PROVIDER")],
    ["answers 429", { status: 429 }, pending("PROVIDER")],
    ["answers with a page", { text: "<html>" }, pending("PROVIDER")],
    ["misses money", refuses(400, "Your balance is not enough to fulfil this request"), pending("BALANCE")],
    ["says something new", refuses(400, "The 0123456789 of Ada Foods Ltd is odd"), pending("PERSON")],
    ["refuses the key", refuses(401, "Invalid key"), pending("PERSON")],
    ["refuses the account", refuses(400, "The account is blacklisted"), { status: "FAILED", cause: "ACCOUNT" }],
    ["knows the reference, and then does not", refuses(400, "Duplicate reference"), pending("PERSON")],
    ["takes it, and does not show it", data({ status: "success" }), pending("PROVIDER")],
    ["takes it, and asks for a code", data({ status: "otp" }), pending("OTP")],
    ["takes it, and says a new word", data({ status: "odd" }), pending("PERSON")],
  ] as [string, Told, object][])("Paystack %s", async (_, told, expected) => {
    expect((await then(told)).outcome).toMatchObject(expected);
  });

  test("a reference that is known after all is verified", async () => {
    const duplicate = refuses(400, "Reference already exists on a transfer", "duplicate_transfer_reference");
    expect((await then(duplicate, known())).outcome).toEqual(confirmed);
    expect((await then(duplicate, known({ amount: 1 }))).outcome).toMatchObject(pending("PERSON"));
  });

  test("a refusal is not final when the transfer shows up: an earlier call arrived late", async () => {
    expect((await then(refuses(400, "The account is blacklisted"), known())).outcome).toEqual(confirmed);
    expect((await then(refuses(400, "The account is blacklisted"), { never: true })).outcome).toMatchObject(
      pending("PROVIDER"),
    );
  });
});

describe("looking a transfer up", () => {
  const lookedUp = async (told: Told, change: object = {}) => {
    const { bank, questions } = await railOf({ [verify]: told, ...change });
    const state = await bank.lookUpTransfer(order);
    expect(questions().every((question) => question.startsWith("GET "))).toBe(true);
    return state;
  };

  test("says what came back, what is there, and what is not", async () => {
    expect(await lookedUp(known({ status: "reversed" }))).toEqual({ status: "REVERSED", reference: "TRF_1" });
    expect(await lookedUp(known())).toEqual(confirmed);
    expect(await lookedUp(notThere)).toEqual({ status: "NOT_FOUND" });
    expect(await lookedUp(known({ status: "reversed", amount: 1 }))).toMatchObject(pending("PERSON"));
    expect(await lookedUp({ status: 502 })).toMatchObject(pending("PROVIDER"));
  });
});
