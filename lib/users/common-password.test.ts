import { expect, it } from "vitest";
import { refuseCommonPassword } from "./common-password";

const own = ["ada.obi@shop.example", "Ada Foods"];

/** What is wrong with a password, or null. */
async function fault(password: string): Promise<string | undefined> {
  try {
    await refuseCommonPassword(password, own);
  } catch (error) {
    return (error as { fields: { error: string }[] }).fields[0]?.error;
  }
}

it.each([
  ["password123", "Too close to a password that many people use"],
  ["P@ssw0rd123", "Too close to a password that many people use"],
  ["Welcome2024!", "Too close to a password that many people use"],
  ["iloveyou123", "Too close to a password that many people use"],
  ["aaaaaaaaaaaa", "Repeated or neighbouring characters are easy to guess"],
  ["abcdefghijkl", "Repeated or neighbouring characters are easy to guess"],
  ["AdaFoods2026", "Too close to your e-mail address or the name of your business"],
  ["sdooFadA2026", "Too close to your e-mail address or the name of your business"],
  ["ada.obi2026", "Too close to your e-mail address or the name of your business"],
])("refuses %s: %s", async (password, reason) => {
  expect(await fault(password)).toBe(reason);
});

it.each([["  as it was typed  "], ["mango rain 88 lorry"], ["ọmọlúàbí-2026"], ["tlnqzvbwkp"]])(
  "takes %s",
  async (password) => {
    expect(await fault(password)).toBeUndefined();
  },
);
