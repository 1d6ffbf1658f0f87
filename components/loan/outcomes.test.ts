import { expect, test } from "vitest";
import { cancelReasons } from "@/lib/terms/loans/states";
import { endingOf, troubleOf } from "./outcomes";

test("the bank's reason and the reviewer's are told, each with what to do", () => {
  expect(troubleOf({ payoutFailure: null, payoutRefusal: null })).toBeNull();
  expect(troubleOf({ payoutFailure: "Account closed", payoutRefusal: null })).toEqual({
    title: "Your bank did not take the money",
    text: "It said: Account closed. Nothing is lost and you owe nothing. Give another account, and the money is sent there.",
  });
  expect(troubleOf({ payoutFailure: null, payoutRefusal: "It is not in your name." })).toMatchObject({
    title: "We could not accept your account",
    text: expect.stringContaining("This is why: It is not in your name. Nothing was sent"),
  });
});

test("every way in which an offer ends has words of its own", () => {
  const titles = cancelReasons.map((reason) => endingOf(reason, "Ada Capital").title);
  expect(new Set(titles).size).toBe(cancelReasons.length);
  expect(endingOf("CANCELLED", "Ada Capital").title).toBe("Ada Capital took this offer back");
});
