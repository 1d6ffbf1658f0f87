import { expect, test } from "vitest";
import { checkConsent, lookUpConsent } from "./consent";

test("a text that somebody has agreed to stays as it is: another has another version", () => {
  expect(checkConsent).toEqual({
    version: "check-1",
    statement: "Whoever this number belongs to agrees that it is compared with the official register",
    hint: "With name and date of birth, to confirm who runs the business. If you leave this out, a person compares it with the document instead, which takes longer.",
  });
  expect(lookUpConsent).toEqual({
    version: "look-up-1",
    statement: "This is my own number, and I agree that you check it with the register",
  });
});
