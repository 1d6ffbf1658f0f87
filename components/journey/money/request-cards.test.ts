import { expect, test } from "vitest";
import { failureReasons } from "@/lib/terms/funding/constants";
import { failureTexts, turnedDownText } from "@/lib/terms/funding/failure-texts";
import { againText } from "./request-cards";

test("whoever is told to ask for less finds a button of that name", () => {
  for (const failureReason of failureReasons) {
    const told = /^Ask for (less|a smaller amount)/.test(failureTexts[failureReason].remedy);
    expect(againText({ failureReason, capReason: null }), failureReason).toBe(told ? "Ask for less" : "Ask again");
  }
  const tooFewSales = { failureReason: "ABOVE_LENDING_CAP", capReason: "TOO_FEW_SALES" } as const;
  expect(turnedDownText(tooFewSales).why).toMatch(/sells too little/);
  expect(againText(tooFewSales)).toBe("Ask again");
});
