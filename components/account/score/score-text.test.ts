import { expect, test } from "vitest";
import type { AccountScore } from "@/lib/lending/funding/schema";
import { lineOf, stateOf } from "./score-text";

const scored: AccountScore = {
  merchantId: "mer_1",
  connectionStatus: "ACTIVE",
  scoring: "scored",
  minimum: 1_000,
  maximum: 450_000,
  committed: 0,
  blocked: null,
  tooFewSales: false,
  capReason: null,
  scoredAt: "2026-07-15T12:00:00.000Z",
  validUntil: "2026-08-31T23:00:00.000Z",
};
const shop = (kycStatus: string) => ({ marketplace: { name: "Demo Market" }, kycStatus });
const nothing = { maximum: 0, blocked: "SCORE_STALE" } as const;

test.each<[Partial<AccountScore>, string]>([
  [{}, "You can ask for up to ₦450,000.00."],
  [nothing, "nothing to borrow at the moment. Our sales figures for your shop are too old"],
  [{ maximum: 0, blocked: "ABOVE_LENDING_CAP", committed: 450_000 }, "taken up by the loan or offer you have"],
  [{ maximum: 0, blocked: "KYC_REJECTED" }, "Your application was not approved"],
  [{ ...nothing, blocked: "NO_CREDIT_SCORE", scoring: "pending" }, "We are working out"],
  [{ ...nothing, blocked: "NO_CREDIT_SCORE", scoring: "none" }, "We have no sales figures yet"],
  [{ maximum: 0, connectionStatus: "SUSPENDED" }, "Demo Market has suspended your shop"],
  [{ ...nothing, connectionStatus: "DISCONNECTED", scoring: "none" }, "Your shop is disconnected"],
])("a shop with %j is told so", (change, line) => {
  expect(lineOf({ ...scored, ...change }, shop("APPROVED"))).toContain(line);
});

test.each(["PENDING", "SUBMITTED", "REQUIRES_UPDATE"])("with its application %s a shop cannot ask yet", (kycStatus) => {
  expect(lineOf(scored, shop(kycStatus))).toBe("You could ask for up to ₦450,000.00.");
});

test("a closed shop is told what to do", () => {
  expect(stateOf({ ...scored, connectionStatus: "DISCONNECTED" }, "X")).toMatchObject({
    remedy: "Connect it again to see how much you can ask for.",
  });
});
