import { describe, expect, test } from "vitest";
import type { FundingStatus } from "@/lib/terms/funding/constants";
import { kycSteps } from "@/lib/terms/kyc/constants";
import type { KycProgress } from "@/lib/terms/kyc/schema";
import { publicKycStatuses } from "@/lib/terms/kyc/states";
import { type JourneyFacts, placeOf } from "./journey-place";
import { journeySteps } from "./protocol";
import { type LoanStage, loanStages } from "./schema";

type Kyc = JourneyFacts["kyc"];

/** KYC in a state, with these of its steps not done. */
function kycIn(status: KycProgress["status"], ...missing: KycProgress["remainingSteps"]): Kyc {
  const editable = status === "PENDING" || status === "REQUIRES_UPDATE";
  const remainingSteps = editable ? [...missing, "review" as const] : missing;
  return { status, currentStep: remainingSteps[0] ?? "review", remainingSteps };
}

function place(kyc: Kyc, requests: FundingStatus[] = [], ...stages: LoanStage[]) {
  const { step, open, loanId } = placeOf({
    kyc,
    requests: requests.map((status) => ({ status })),
    loans: stages.map((stage, i) => ({ loanId: `${i} ${stage}`, stage })),
  });
  return [step, open.join(" "), loanId];
}

describe("while KYC is filled in", () => {
  test.each([
    ["nothing yet", kycIn("PENDING", "business-info", "directors", "documents"), "business-info", "business-info"],
    ["business given", kycIn("PENDING", "directors", "documents"), "directors", "business-info directors"],
    ["only directors missing", kycIn("PENDING", "directors"), "directors", "business-info directors"],
    ["documents missing", kycIn("PENDING", "documents"), "documents", "business-info directors documents"],
    ["complete", kycIn("PENDING"), "review", "business-info directors documents review"],
  ])("%s", (_, kyc, step, open) => {
    expect(place(kyc)).toEqual([step, open, null]);
  });

  test("a request that waits changes nothing", () => {
    expect(place(kycIn("PENDING"), ["PENDING"])).toEqual(place(kycIn("PENDING")));
  });
});

describe("while KYC is decided", () => {
  test.each([
    ["submitted", kycIn("SUBMITTED"), "status funding"],
    ["to be updated", kycIn("REQUIRES_UPDATE"), "business-info directors documents review status"],
    [
      "to be updated, a proof removed",
      kycIn("REQUIRES_UPDATE", "documents"),
      "business-info directors documents status",
    ],
    ["rejected", kycIn("REJECTED"), "status"],
  ])("%s: the status shows what is going on", (_, kyc, open) => {
    for (const requests of [[], ["PENDING"], ["REJECTED"]] as FundingStatus[][]) {
      expect(place(kyc, requests)).toEqual(["status", open, null]);
    }
  });
});

describe("once KYC is approved", () => {
  const approved = kycIn("APPROVED");

  test.each<[FundingStatus[], string]>([
    [[], "funding"],
    [["PENDING"], "status"],
    [["REJECTED"], "funding"],
    [["CANCELLED"], "funding"],
    [["REJECTED", "PENDING"], "status"],
    [["PENDING", "REJECTED"], "status"],
    [["FULFILLED"], "funding"],
  ])("requests %j, no loan: %s", (requests, step) => {
    expect(place(approved, requests)).toEqual([step, "status funding", null]);
  });

  const one: [LoanStage, string, string][] = [
    ["offer", "offer", "status funding offer"],
    ["payout-account", "payout-account", "status funding payout-account"],
    ["mandate", "mandate", "status funding payout-account mandate"],
    ["paying-out", "done", "status funding done"],
    ["running", "done", "status funding done"],
    ["ended", "done", "status funding done"],
  ];
  test.each(one)("a loan in stage %s: %s", (stage, step, open) => {
    expect(place(approved, ["FULFILLED"], stage)).toEqual([step, open, `0 ${stage}`]);
    expect(place(approved, ["REJECTED", "FULFILLED"], stage)).toEqual([step, open, `0 ${stage}`]);
  });

  test("every stage is in the table", () => {
    expect(one.map(([stage]) => stage)).toEqual([...loanStages]);
  });

  test.each<[LoanStage, string]>([
    ["offer", "offer"],
    ["payout-account", "payout-account"],
    ["mandate", "mandate"],
    ["paying-out", "status"],
    ["running", "status"],
    ["ended", "status"],
  ])("asked again beside a loan in stage %s: %s", (stage, step) => {
    expect(place(approved, ["PENDING", "FULFILLED"], stage)[0]).toBe(step);
  });

  test.each<[LoanStage[], string, string]>([
    [["running", "offer"], "offer", "1 offer"],
    [["ended", "running", "mandate"], "mandate", "2 mandate"],
    [["offer", "mandate"], "offer", "0 offer"],
    [["payout-account", "offer", "running"], "payout-account", "0 payout-account"],
    [["ended", "running"], "done", "1 running"],
    [["running", "paying-out"], "done", "0 running"],
    [["ended", "paying-out", "running"], "done", "1 paying-out"],
    [["ended", "ended"], "done", "0 ended"],
  ])("of loans %j, newest first: %s for %s", (stages, step, loanId) => {
    const [shown, open, chosen] = place(approved, ["FULFILLED", "FULFILLED"], ...stages);
    expect([shown, chosen]).toEqual([step, loanId]);
    const lookedAt = stages.some((stage) => ["paying-out", "running", "ended"].includes(stage));
    expect(String(open).split(" ").includes("done")).toBe(lookedAt);
    expect(open).toContain("status funding");
  });
});

test("in any state the step is open, and the open steps stand in order", () => {
  const stages: LoanStage[][] = [[], ...loanStages.flatMap((a) => [[a], ...loanStages.map((b) => [a, b])])];
  const requests: FundingStatus[][] = [[], ["PENDING"], ["REJECTED"], ["FULFILLED", "REJECTED"]];
  for (const status of publicKycStatuses) {
    for (let done = 0; done < kycSteps.length; done++) {
      for (const some of stages) {
        for (const asked of requests) {
          const loans = some.map((stage, i) => ({ loanId: `${i}`, stage }));
          const kyc = kycIn(status, ...kycSteps.slice(done, -1));
          const found = placeOf({ kyc, requests: asked.map((one) => ({ status: one })), loans });
          expect(found.open).toContain(found.step);
          expect(found.open).toEqual(journeySteps.filter((step) => found.open.includes(step)));
          expect(found.loanId === null).toBe(loans.length === 0);
        }
      }
    }
  }
});
