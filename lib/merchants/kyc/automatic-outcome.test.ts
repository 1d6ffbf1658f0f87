import { describe, expect, test } from "vitest";
import { businessTimeOf } from "@/lib/kernel/time";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { automaticOutcome } from "./automatic-outcome";

const now = businessTimeOf("2026-03-01T12:00:00Z");
const businessInfo: BusinessInfo = {
  businessName: "Ada Foods",
  businessType: "LIMITED_LIABILITY_COMPANY",
  operatingAddress: "14 Ring Road, Ibadan",
};
const adult = { id: "dir_1", firstName: "Ada", lastName: "Obi", dateOfBirth: "1985-04-12" };
const named = (...names: string[]) => names.map((lastName) => ({ ...adult, id: lastName, lastName }));
const born = (...dates: string[]) => dates.map((dateOfBirth) => ({ ...adult, id: dateOfBirth, dateOfBirth }));
const outcome = (directors: (typeof adult)[], info: Partial<BusinessInfo> = {}) =>
  automaticOutcome({ directors, businessInfo: { ...businessInfo, ...info } }, now);

test("approves what nothing speaks against", () => {
  expect(outcome([adult], { registrationNumber: "RC 123456", taxNumber: "12345678-0001" })).toEqual({
    status: "APPROVED",
  });
});

describe("a magic name", () => {
  test("of more weight wins: Reject before Update before Manual", () => {
    expect(outcome(named("Manual", "Update", "Reject")).status).toBe("REJECTED");
    expect(outcome(named("Manual", "Obi", "Update")).status).toBe("REQUIRES_UPDATE");
    expect(outcome(named("Obi", "Manual")).status).toBe("IN_REVIEW");
  });

  test("is matched exactly", () => {
    expect(outcome(named("reject", "Rejected")).status).toBe("APPROVED");
  });
});

describe("a director under 18", () => {
  test("is asked about by name and date of birth", () => {
    expect(outcome([adult, { ...adult, id: "dir_2", firstName: "Uche", dateOfBirth: "2020-05-01" }])).toEqual({
      status: "REQUIRES_UPDATE",
      requirements: [
        {
          step: "directors",
          item: "dir_2",
          reasonCode: "DIRECTOR_UNDER_AGE",
          message: "By the date of birth given, director Uche Obi is under 18. Check the date of birth.",
          resolved: false,
        },
      ],
    });
  });

  test.each([
    ["2008-03-01", "APPROVED"],
    ["2008-03-02", "REQUIRES_UPDATE"],
    ["2008-02-29", "APPROVED"],
    ["2009-01-01", "REQUIRES_UPDATE"],
  ])("born on %s, on 1 March 2026: %s", (date, status) => {
    expect(outcome(born(date)).status).toBe(status);
  });

  test("born on 29 February comes of age on 1 March", () => {
    const day = (at: string) => automaticOutcome({ directors: born("2008-02-29"), businessInfo }, businessTimeOf(at));
    expect(day("2026-02-28T12:00:00Z").status).toBe("REQUIRES_UPDATE");
    expect(day("2026-03-01T00:00:00Z").status).toBe("APPROVED");
  });

  test("is each asked about, beside what else is asked", () => {
    const [first, second] = born("2020-01-01", "2021-01-01");
    const [update] = named("Update");
    if (!first || !second || !update) throw new Error("There are three.");
    const found = outcome([first, update, second]);
    expect(found.status === "REQUIRES_UPDATE" && found.requirements.map(({ item }) => item)).toEqual([
      "2020-01-01",
      "Update",
      "2021-01-01",
    ]);
  });

  test("does not outweigh Reject", () => {
    expect(outcome([...named("Reject"), ...born("2020-01-01")]).status).toBe("REJECTED");
  });
});

describe("a number of implausible shape", () => {
  test.each([{ taxNumber: "abc" }, { registrationNumber: "abc" }])("is left to a person: %j", (info) => {
    expect(outcome([adult], info)).toEqual({ status: "IN_REVIEW" });
  });

  test("is less than a director under 18", () => {
    expect(outcome(born("2020-01-01"), { taxNumber: "abc" }).status).toBe("REQUIRES_UPDATE");
  });
});
