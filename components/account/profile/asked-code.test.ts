import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetCode, rememberCode, rememberedNumber } from "./asked-code";

const number = "+2348012345678";
/** It is so many milliseconds since the tab was opened, with the page loaded anew at half of them. */
const pass = (ms: number) => vi.stubGlobal("performance", { timeOrigin: ms / 2, now: () => ms / 2 });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  pass(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("where a code was sent is known while the code works, to the account that asked", () => {
  rememberCode("usr_1", number);
  expect([rememberedNumber("usr_1"), rememberedNumber("usr_2")]).toEqual([number, null]);
  pass(299_999);
  expect(rememberedNumber("usr_1")).toBe(number);
  pass(300_000);
  expect(rememberedNumber("usr_1")).toBeNull();
});

test("it is forgotten once the code was used or another is wanted", () => {
  rememberCode("usr_1", number);
  forgetCode("usr_1");
  expect(rememberedNumber("usr_1")).toBeNull();
});

test("a browser that keeps nothing does no harm", () => {
  vi.stubGlobal("sessionStorage", undefined);
  rememberCode("usr_1", number);
  expect(rememberedNumber("usr_1")).toBeNull();
});
