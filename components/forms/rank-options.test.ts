import { describe, expect, test } from "vitest";
import { banks } from "@/lib/terms/banks";
import { arrowTo, optionCalled, rankOptions } from "./rank-options";

const options = banks.map(({ code, name, alsoCalled }) => ({ value: code, label: name, alsoCalled }));
const found = (typed: string) => rankOptions(options, typed).map(({ label }) => label);

describe("rankOptions", () => {
  test.each([
    ["GTB", "Guaranty Trust Bank"],
    ["gtbank", "Guaranty Trust Bank"],
    ["GT Bank", "Guaranty Trust Bank"],
    ["uba", "United Bank for Africa"],
    ["FCMB", "First City Monument Bank"],
    ["first bank", "First Bank of Nigeria"],
    ["opay", "OPay"],
    ["O-Pay", "OPay"],
    ["palm pay", "PalmPay"],
    ["moniepoint", "Moniepoint Microfinance Bank"],
    ["monie point", "Moniepoint Microfinance Bank"],
    ["kuda", "Kuda Microfinance Bank"],
    ["zen", "Zenith Bank"],
    ["trust guaranty", "Guaranty Trust Bank"],
    ["taj bank", "TAJBank"],
    ["mtn", "MoMo Payment Service Bank"],
    ["9psb", "9 Payment Service Bank"],
    ["lapo", "LAPO Microfinance Bank"],
  ])("finds by %j first %s", (typed, label) => {
    expect(found(typed)[0]).toBe(label);
  });

  test("puts a name that begins so before one with such a word, and that before one with it inside", () => {
    const these = ["Fairpoint", "Old Point Bank", "Pointer"].map((label) => ({ value: label, label }));
    expect(rankOptions(these, "point").map(({ label }) => label)).toEqual(["Pointer", "Old Point Bank", "Fairpoint"]);
  });

  test("keeps the order of equally good ones", () => {
    const [first, ...others] = found("union");
    expect(first).toBe("Union Bank of Nigeria");
    expect(found("bank").slice(0, 1)).toEqual(["Access Bank"]);
    expect(others).not.toContain(first);
  });

  test("keeps all without a word, and none that does not fit", () => {
    expect(found("")).toHaveLength(options.length);
    expect(found(" - ")).toHaveLength(options.length);
    expect(found("no such bank")).toEqual([]);
  });
});

test("Down goes to the first that fits before it goes on, and around", () => {
  const these = rankOptions(options, "access");
  expect(these[0]?.label).toBe("Access Bank");
  expect(these.length).toBeGreaterThan(1);
  const first = arrowTo(these, null, "ArrowDown");
  expect(first?.label).toBe("Access Bank");
  expect(arrowTo(these, first?.value ?? null, "ArrowDown")).toBe(these[1]);
  expect(arrowTo(these, these.at(-1)?.value ?? null, "ArrowDown")).toBe(these[0]);
  expect(arrowTo(these, null, "ArrowUp")).toBe(these.at(-1));
  expect(arrowTo(these, these[1]?.value ?? null, "ArrowUp")).toBe(these[0]);
  expect(arrowTo([], null, "ArrowDown")).toBeUndefined();
});

describe("optionCalled", () => {
  test("is the one with exactly this name, or another of its names", () => {
    expect(optionCalled(options, "zenith bank ")?.value).toBe("057");
    expect(optionCalled(options, "gtb")?.value).toBe("058");
    expect(optionCalled(options, "zenith")).toBeUndefined();
    expect(optionCalled(options, "")).toBeUndefined();
  });
});
