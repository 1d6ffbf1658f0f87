import { expect, test } from "vitest";
import { type Moving, refreshAfter } from "./refresh";

const quiet: Moving = {
  environment: "test",
  kycStatus: "PENDING",
  connectionStatus: "ACTIVE",
  scoring: "scored",
  requestPending: false,
  stages: [],
  payoutHeld: false,
  atBank: false,
};
const approved = { kycStatus: "APPROVED" } as const;

test.each<[string, Partial<Moving>, number | null]>([
  ["KYC being filled in", {}, null],
  ["KYC being filled in while figures are scored", { scoring: "pending" }, 2],
  ["KYC being filled in, no figures yet", { scoring: "none" }, 15],
  ["KYC to be updated", { kycStatus: "REQUIRES_UPDATE", requestPending: true }, null],
  ["KYC rejected", { kycStatus: "REJECTED", scoring: "pending" }, null],
  ["submitted in test", { kycStatus: "SUBMITTED" }, 2],
  ["submitted live", { kycStatus: "SUBMITTED", environment: "live" }, 15],
  ["submitted live while figures are scored", { kycStatus: "SUBMITTED", environment: "live", scoring: "pending" }, 2],
  ["with a reviewer, in test", { kycStatus: "IN_REVIEW" }, 15],
  ["approved, nothing asked for", approved, null],
  ["approved, figures being scored", { ...approved, scoring: "pending" }, 2],
  ["a request to be decided", { ...approved, requestPending: true }, 2],
  ["a request without any figures", { ...approved, requestPending: true, scoring: "none" }, 15],
  ["a request while suspended", { ...approved, requestPending: true, connectionStatus: "SUSPENDED" }, 15],
  ["approved, no figures yet", { ...approved, scoring: "none" }, 15],
  ["an offer", { ...approved, stages: ["offer"] }, null],
  ["an account to be given", { ...approved, stages: ["payout-account"] }, null],
  ["a mandate to be agreed to", { ...approved, stages: ["mandate"] }, 2],
  ["money on its way", { ...approved, stages: ["running", "paying-out"] }, 2],
  ["money held until its account is checked", { ...approved, payoutHeld: true, stages: ["running"] }, 15],
  ["a loan that runs", { ...approved, stages: ["running"] }, 30],
  ["a payment under way", { ...approved, stages: ["running"], atBank: true }, 2],
  ["a loan that runs, another wanted", { ...approved, stages: ["running"], requestPending: true }, 2],
  ["a loan that is over", { ...approved, stages: ["ended"] }, null],
])("%s: %2$j", (_, change, seconds) => {
  expect(refreshAfter({ ...quiet, ...change })).toBe(seconds);
});
