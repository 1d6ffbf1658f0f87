import { describe, expect, test } from "vitest";
import { bankNameOf, isKnownBank } from "@/lib/terms/bank-names";
import { bankKinds, banks, closedBanks } from "@/lib/terms/banks";
import list from "@/lib/terms/banks.json";

const codes = banks.map(({ code }) => code);

describe("the list of banks", () => {
  test("has each code and each name once", () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(banks.map(({ name }) => name.toLowerCase())).size).toBe(codes.length);
    expect(codes.filter((code) => code in closedBanks)).toEqual([]);
  });

  test("has codes that a payout account can have", () => {
    expect(codes.filter((code) => !/^\d{3}$|^\d{6}$/.test(code))).toEqual([]);
  });

  test("names every kind of licence, and has banks of each", () => {
    expect(new Set(Object.keys(list))).toEqual(new Set([...bankKinds, "CLOSED", "ALSO_CALLED"]));
    expect(bankKinds.filter((kind) => !banks.some((bank) => bank.kind === kind))).toEqual([]);
  });

  test("has no other names for a bank it does not have", () => {
    expect(Object.keys(list.ALSO_CALLED).filter((code) => !isKnownBank(code))).toEqual([]);
  });

  test("has names as people write them", () => {
    const odd = banks.filter(({ name }) => name !== name.trim() || / {2}|\b(?:MFB|LTD|PLC|LIMITED)\b/i.test(name));
    expect(odd).toEqual([]);
    const { MICROFINANCE } = list;
    expect(Object.values(MICROFINANCE).filter((name) => !name.endsWith(" Microfinance Bank"))).toEqual([]);
  });

  test.each([
    ["058", "Guaranty Trust Bank", "COMMERCIAL"],
    ["060001", "Coronation Merchant Bank", "MERCHANT"],
    ["000006", "Jaiz Bank", "NON_INTEREST"],
    ["100004", "OPay", "MOBILE_MONEY"],
    ["100033", "PalmPay", "MOBILE_MONEY"],
    ["120003", "MoMo Payment Service Bank", "PAYMENT_SERVICE"],
    ["090405", "Moniepoint Microfinance Bank", "MICROFINANCE"],
    ["090267", "Kuda Microfinance Bank", "MICROFINANCE"],
    ["070010", "Abbey Mortgage Bank", "MORTGAGE"],
  ])("has %s, %s", (code, name, kind) => {
    expect(banks.find((bank) => bank.code === code)).toMatchObject({ name, kind });
    expect(bankNameOf(code)).toBe(name);
  });

  test("knows every bank whose accounts were taken before it was this long", () => {
    const before = "044 023 050 070 011 214 058 030 082 076 101 221 068 232 032 033 215 035 057".split(" ");
    expect(before.filter((code) => !isKnownBank(code))).toEqual([]);
    expect(bankNameOf("030")).toBe("Heritage Bank");
    expect(codes).not.toContain("030");
  });

  test("has no name for what is not in it", () => {
    expect(isKnownBank("999")).toBe(false);
    expect(bankNameOf("999")).toBe("Bank 999");
  });
});
