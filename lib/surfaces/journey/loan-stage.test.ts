import { expect, test } from "vitest";
import { stageOf } from "./loan-stage";

test.each([
  ["APPROVED", null, "offer"],
  ["ACCEPTED", null, "payout-account"],
  ["ACCEPTED", "acc_1", "mandate"],
  ["PAYOUT_HELD", "acc_1", "paying-out"],
  ["DISBURSING", "acc_1", "paying-out"],
  ["ACTIVE", "acc_1", "running"],
  ["DEFAULTED", "acc_1", "running"],
  ["REPAID", "acc_1", "ended"],
  ["WRITTEN_OFF", "acc_1", "ended"],
  ["CANCELLED", null, "ended"],
] as const)("%s with the account %j: %s", (status, payoutAccountId, stage) => {
  expect(stageOf({ status, payoutAccountId })).toBe(stage);
});
