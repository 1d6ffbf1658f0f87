import { describe, expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { data, refuses, scriptedPaystack, type Told, waitFor } from "@/test/paystack-script";
import { transferFee } from "./fees";
import { paystackBank } from "./transfers";

async function railOf(script: Parameters<typeof scriptedPaystack>[0]) {
  const paystack = await scriptedPaystack(script);
  const access = { key: "sk_live_0123456789abcdef", baseUrl: paystack.baseUrl, within: waitFor(script) };
  return { ...paystack, bank: paystackBank({ ...access, integration: 7, domain: "live" }) };
}

describe("whose account it is", () => {
  const asked = async (told: Told, bankCode = "058", banks: Told = data([])) => {
    const { bank, asked } = await railOf({ "GET /bank/resolve": told, "GET /bank": banks });
    const answer = await bank.nameEnquiry({ bankCode, accountNumber: "0123456789" });
    return { answer, query: Object.fromEntries(asked.at(-1)?.query ?? []) };
  };
  const name = data({ account_name: "ADA FOODS LTD", account_number: "0123456789" });

  test("is what Paystack says", async () => {
    expect(await asked(name)).toEqual({
      answer: { accountName: "ADA FOODS LTD" },
      query: { account_number: "0123456789", bank_code: "058" },
    });
  });

  test("is asked for under Paystack's code of the bank", async () => {
    const banks = data([{ code: "50211", name: "Kuda Bank", nip_sort_code: "090267" }]);
    expect((await asked(name, "090267", banks)).query).toMatchObject({ bank_code: "50211" });
  });

  test.each([
    ["Could not resolve account name. Check parameters or try again.", 422, "UNKNOWN"],
    ["Could not resolve account name. Check parameters or try again.", 400, "UNKNOWN"],
    ["Unknown bank code: 058", 400, "NOT_CHECKED"],
    ["Test mode daily limit of 3 live bank resolves exceeded", 429, "NOT_CHECKED"],
    ["Test mode daily limit of 3 live bank resolves exceeded", 400, "NOT_CHECKED"],
    ["Invalid key", 401, "NOT_CHECKED"],
    ["Cannot resolve account", 403, "NOT_CHECKED"],
    ["Entity not found", 404, "NOT_CHECKED"],
    ["Cannot resolve account", 500, "NOT_CHECKED"],
  ])("%s (%i) is %s", async (message, status, expected) => {
    expect((await asked(refuses(status, message))).answer).toBe(expected);
  });

  test.each([
    ["no answer", { never: true }],
    ["an empty name", data({ account_name: " " })],
    ["another account's name", data({ account_name: "ADA", account_number: "9876543210" })],
    ["a gateway's refusal", { status: 400, body: { message: "Cannot resolve account" } }],
  ] as [string, Told][])("%s says nothing", async (_, told) => {
    expect((await asked(told)).answer).toBe("NOT_CHECKED");
  });
});

test("the balance is the one in naira, or not known", async () => {
  const balanceOf = async (told: Told) => (await railOf({ "GET /balance": told })).bank.balance();
  const dollars = { currency: "USD", balance: 7 };
  expect(await balanceOf(data([dollars, { currency: "NGN", balance: 170_000 }]))).toBe(170_000);
  for (const told of [data([dollars]), data(null), data([{ currency: "NGN", balance: 1.5 }]), { status: 500 }]) {
    expect(await balanceOf(told)).toBeNull();
  }
});

test.each([
  [100, 10],
  [5_000, 10],
  [5_000.01, 25],
  [9_999.99, 25],
  [10_000, 75],
  [50_000, 75],
  [50_000.01, 100],
  [10_000_000, 100],
])("a transfer of ₦%d costs ₦%d", (amount, fee) => {
  expect(transferFee(kobo(Math.round(amount * 100)))).toBe(fee * 100);
});
