import { describe, expect, test } from "vitest";
import { later, minute } from "@/lib/calendar";
import { kobo } from "@/lib/money";
import { instant } from "@/test/time";
import { bankProvider, type TransferOrder } from "./bank";
import { mandateProvider } from "./mandate";

const orderedAt = instant("2026-03-02T09:00:00Z");
const order = (change: Partial<TransferOrder> = {}): TransferOrder => ({
  idempotencyKey: "pay_1",
  amount: kobo(100_000),
  bankCode: "058",
  accountNumber: "0123456789",
  orderedAt,
  now: orderedAt,
  ...change,
});

describe("the sandbox's bank", () => {
  const bank = bankProvider("test");

  test("answers the same key with the same transfer, and another with another", async () => {
    const first = await bank.transfer(order());
    expect(first).toEqual({ status: "CONFIRMED", reference: expect.stringMatching(/^SBX-[0-9A-F]{16}$/) });
    expect(await bank.transfer(order({ now: later(orderedAt, minute) }))).toEqual(first);
    expect(await bank.transfer(order({ idempotencyKey: "pay_2" }))).not.toEqual(first);
  });

  test("is slow with some accounts, and then confirms the very same transfer", async () => {
    const slow = order({ accountNumber: "0123458888" });
    expect(await bank.transfer(slow)).toEqual({ status: "PENDING" });
    expect(await bank.transfer({ ...slow, now: later(orderedAt, minute) })).toEqual(await bank.transfer(order()));
  });

  test("refuses some for good, and does not know others", async () => {
    expect(await bank.transfer(order({ accountNumber: "0123459999" }))).toMatchObject({ status: "FAILED" });
    const account = { bankCode: "058", expectedName: "Ada Foods" };
    expect(await bank.nameEnquiry({ ...account, accountNumber: "0123450000" })).toBe("UNKNOWN");
    expect(await bank.nameEnquiry({ ...account, accountNumber: "0123456789" })).toEqual({ accountName: "Ada Foods" });
    expect(await bank.nameEnquiry({ ...account, accountNumber: "0123457777" })).not.toEqual({
      accountName: "Ada Foods",
    });
  });
});

test("live, without a bank, nothing pretends to have been asked, paid or agreed", async () => {
  const bank = bankProvider("live");
  expect(await bank.nameEnquiry({ ...order(), expectedName: "Ada Foods" })).toBe("NOT_CHECKED");
  expect(await bank.transfer(order({ now: later(orderedAt, 1_000 * minute) }))).toEqual({ status: "PENDING" });
  expect(await mandateProvider("live").create(order())).toEqual({ status: "PENDING" });
  expect(mandateProvider("live").pageFor("x")).toBeNull();
});

test("the sandbox's mandates are agreed to at once, the same one for the same key", async () => {
  const mandates = mandateProvider("test");
  const first = await mandates.create(order());
  expect(first).toMatchObject({ status: "ACTIVE" });
  expect(await mandates.create(order())).toEqual(first);
});

test("without the sandbox there is no page where somebody could agree", () => {
  expect(mandateProvider("test").pageFor("x")).toBeNull();
});
