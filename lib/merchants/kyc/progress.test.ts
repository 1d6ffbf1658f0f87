import { describe, expect, it } from "vitest";
import { kycProgress } from "@/lib/terms/kyc/schema";
import { kycStatuses } from "@/lib/terms/kyc/states";
import { type KycFacts, missingSteps, progressOf } from "./progress";

const empty: KycFacts = {
  status: "PENDING",
  businessType: null,
  directorCount: 0,
  documentTypes: [],
  submittedAt: null,
  requirements: [],
  rejectionReason: null,
  connectionOpen: true,
};
const full: KycFacts = { ...empty, businessType: "NGO", directorCount: 1, documentTypes: ["CAC_CERTIFICATE"] };
const submittedAt = new Date("2026-03-01T10:00:00Z");

describe("progressOf", () => {
  it("starts at business-info with nothing completed", () => {
    expect(progressOf(empty)).toEqual({
      currentStep: "business-info",
      completedSteps: [],
      remainingSteps: ["business-info", "directors", "documents", "review"],
      overallProgress: 0,
      status: "PENDING",
      canProceed: true,
      submittedAt: null,
    });
  });

  it("counts 25 percent a step, in whatever order they are done", () => {
    const halfway = progressOf({ ...empty, directorCount: 2, documentTypes: ["CAC_CERTIFICATE"] });
    expect(halfway.overallProgress).toBe(50);
    expect(halfway.completedSteps).toEqual(["directors", "documents"]);
    expect(halfway.currentStep).toBe("business-info");
    expect(progressOf(full)).toMatchObject({ overallProgress: 75, currentStep: "review", remainingSteps: ["review"] });
  });

  it.each([
    ["LIMITED_LIABILITY_COMPANY", "CAC_CERTIFICATE", []],
    ["LIMITED_LIABILITY_COMPANY", "ID_CARD", ["documents"]],
    ["COOPERATIVE", "UTILITY_BILL", ["documents"]],
    [null, "ID_CARD", ["business-info", "documents"]],
    ["UNREGISTERED", "ID_CARD", []],
    ["UNREGISTERED", "UTILITY_BILL", []],
    ["SOLE_PROPRIETORSHIP", "BANK_STATEMENT", []],
    ["SOLE_PROPRIETORSHIP", "MEMORANDUM_AND_ARTICLES", []],
    ["UNREGISTERED", "FINANCIAL_STATEMENT", ["documents"]],
  ] as const)("asks a business of kind %s that sent %s for %j", (businessType, documentType, missing) => {
    expect(missingSteps({ businessType, directorCount: 1, documentTypes: [documentType] })).toEqual(missing);
  });

  it.each(["SUBMITTED", "IN_REVIEW", "APPROVED", "REJECTED"] as const)("is complete once %s", (status) => {
    expect(progressOf({ ...full, status, submittedAt })).toMatchObject({
      overallProgress: 100,
      remainingSteps: [],
      currentStep: "review",
      canProceed: false,
      submittedAt: "2026-03-01T10:00:00.000Z",
    });
  });

  it("hides that somebody is reviewing", () => {
    expect(progressOf({ ...full, status: "IN_REVIEW" }).status).toBe("SUBMITTED");
  });

  it("leads to the first unresolved requirement, and shows requirements in REQUIRES_UPDATE alone", () => {
    const requirements = [
      { step: "business-info", item: "website", reasonCode: "A", message: "a", resolved: true },
      { step: "documents", item: "CAC_CERTIFICATE", reasonCode: "B", message: "b", resolved: false },
    ] as const;
    const asked = progressOf({ ...full, status: "REQUIRES_UPDATE", submittedAt, requirements });
    expect(asked).toMatchObject({ currentStep: "documents", canProceed: true, overallProgress: 75 });
    expect(asked.requirements).toEqual(requirements);
    expect(progressOf({ ...full, status: "SUBMITTED", requirements })).not.toHaveProperty("requirements");
  });

  it("gives the reason of a rejection in REJECTED alone", () => {
    expect(progressOf({ ...full, status: "REJECTED", rejectionReason: "No." }).rejectionReason).toBe("No.");
    expect(progressOf({ ...full, rejectionReason: "No." })).not.toHaveProperty("rejectionReason");
  });

  it("does not proceed on a closed connection", () => {
    expect(progressOf({ ...full, connectionOpen: false }).canProceed).toBe(false);
  });

  it("fits its schema in every state", () => {
    for (const status of kycStatuses) {
      for (const facts of [empty, full]) kycProgress.parse(progressOf({ ...facts, status, rejectionReason: "x" }));
    }
  });
});
