import { describe, expect, test, vi } from "vitest";
import { day, later, minute } from "@/lib/kernel/calendar";
import * as settings from "@/lib/kernel/env";
import { kobo } from "@/lib/kernel/money";
import { instant } from "@/test/time";
import { bankProvider, type TransferOrder } from "./bank";
import { type DebitOrder, mandateProvider } from "./mandate";

const orderedAt = instant("2026-03-02T09:00:00Z");
const order = (change: Partial<TransferOrder> = {}): TransferOrder => ({
  idempotencyKey: "pay_1",
  reference: "0123456789abcdef",
  accountName: "Ada Foods",
  narration: "Loan L-1",
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
    expect(await bank.transfer(slow)).toEqual({ status: "PENDING", waitsFor: "PROVIDER" });
    expect(await bank.transfer({ ...slow, now: later(orderedAt, minute) })).toEqual(await bank.transfer(order()));
  });

  test("refuses some for good, and does not know others", async () => {
    expect(await bank.transfer(order({ accountNumber: "0123459999" }))).toMatchObject({
      status: "FAILED",
      cause: "ACCOUNT",
    });
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
  const waits = { status: "PENDING", waitsFor: "PROVIDER" };
  expect(await bank.transfer(order({ now: later(orderedAt, 1_000 * minute) }))).toEqual(waits);
  expect(await mandateProvider("live").create(order())).toEqual({ status: "PENDING" });
  expect(mandateProvider("live").pageFor("x")).toBeNull();
});

test("the sandbox's mandates are agreed to at once, the same one for the same key", async () => {
  const mandates = mandateProvider("test");
  const first = await mandates.create(order());
  expect(first).toMatchObject({ status: "ACTIVE" });
  expect(await mandates.create(order())).toEqual(first);
});

describe("a debit", () => {
  const mandates = mandateProvider("test");
  const debit = (change: Partial<DebitOrder> & { accountNumber?: string } = {}) => {
    const { accountNumber = "0123456789", askedAt = orderedAt, ...over } = change;
    const account = { bankCode: "058", accountNumber };
    const given = { mandateReference: "SBM-1", activatedAt: orderedAt, account, begun: null, reference: null };
    return { ...given, idempotencyKey: "pmt_1", amount: kobo(600_000), askedAt, now: askedAt, ...over };
  };

  test("is the same for the same key, and another for another", async () => {
    const first = await mandates.debit(debit());
    expect(first).toEqual({ status: "CONFIRMED", reference: expect.stringMatching(/^SBD-[0-9A-F]{16}$/) });
    expect(await mandates.debit(debit({ now: later(orderedAt, minute) }))).toEqual(first);
    expect(await mandates.debit(debit({ idempotencyKey: "pmt_2" }))).not.toEqual(first);
  });

  test("is slow with some accounts, and bounces where the money is too little", async () => {
    const slow = debit({ accountNumber: "0123453333" });
    expect(await mandates.debit(slow)).toEqual({ status: "PENDING" });
    expect(await mandates.debit({ ...slow, now: later(orderedAt, minute) })).toEqual(await mandates.debit(debit()));
    const bounced = { status: "FAILED", reason: "INSUFFICIENT_FUNDS" };
    const little = { accountNumber: "0123451111" };
    expect(await mandates.debit(debit({ ...little, amount: kobo(500_001) }))).toEqual(bounced);
    expect(await mandates.debit(debit({ ...little, amount: kobo(500_000) }))).toMatchObject({ status: "CONFIRMED" });
    expect(await mandates.debit(debit({ accountNumber: "0123452222", amount: kobo(1) }))).toEqual(bounced);
  });

  test("fails once the holder has ended the mandate, which the bank says when asked, too", async () => {
    const { account, mandateReference, activatedAt } = debit({ accountNumber: "0123454444" });
    const given = { account, mandateReference, activatedAt, begun: null };
    const [before, after] = [later(orderedAt, 10 * day - 1), later(orderedAt, 10 * day)];
    expect(await mandates.status({ ...given, now: before })).toBe("ACTIVE");
    const made = await mandates.debit(debit({ ...given, askedAt: before }));
    expect(made).toMatchObject({ status: "CONFIRMED" });
    expect(await mandates.debit(debit({ ...given, askedAt: before, now: after }))).toEqual(made);
    expect(await mandates.status({ ...given, now: after })).toBe("CANCELLED");
    const refused = { status: "FAILED", reason: "MANDATE_CANCELLED" };
    expect(await mandates.debit(debit({ ...given, askedAt: after }))).toEqual(refused);
  });

  test("moves nothing where no provider is configured", async () => {
    expect(await mandateProvider("live").debit(debit())).toEqual({ status: "PENDING" });
    expect(await mandateProvider("live").status(debit())).toBe("ACTIVE");
  });
});

test("the sandbox's bank has a page for test data, also where the sandbox is off", () => {
  const off = vi.spyOn(settings, "env").mockReturnValue({ ...settings.env(), sandbox: false });
  expect(mandateProvider("test").pageFor("x")).toBe("http://localhost:3000/sandbox-bank/mandates/x");
  off.mockRestore();
});
