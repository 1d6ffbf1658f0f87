import { describe, expect, test } from "vitest";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { implausibleNumbers } from "./plausible-numbers";

const odd = (info: Partial<BusinessInfo>) => implausibleNumbers({ businessType: "LIMITED_LIABILITY_COMPANY", ...info });

describe("tax numbers", () => {
  test.each([
    "12345678-0001",
    "01234567 0001",
    "1234567890",
    "1234567890123",
    "TIN: 12345678-0001",
    "12345678",
    "",
    undefined,
  ])("%j is plausible", (taxNumber) => {
    expect(odd({ taxNumber })).toEqual([]);
  });

  test.each(["abc", "1234567", "123456789012345", "12345678-0001A", "0000000000", "none"])("%j is not", (taxNumber) => {
    expect(odd({ taxNumber })).toEqual(["taxNumber"]);
  });
});

describe("registration numbers", () => {
  test.each([
    "RC123456",
    "rc 1234567",
    "RC-27",
    "BN 3456789",
    "BN/2345678",
    "CAC/IT/NO 53822",
    "IT 98765",
    "LLP-000123",
    "RC: 123456",
    "1234567",
    "",
    undefined,
  ])("%j is plausible", (registrationNumber) => {
    expect(odd({ registrationNumber })).toEqual([]);
  });

  test.each(["abc", "RC", "12", "RC123456789", "XY123456", "pending"])("%j is not", (registrationNumber) => {
    expect(odd({ registrationNumber })).toEqual(["registrationNumber"]);
  });

  test("of a cooperative are of its state, whose shapes are not known", () => {
    expect(odd({ businessType: "COOPERATIVE", registrationNumber: "LSCS/17022" })).toEqual([]);
    expect(odd({ businessType: "COOPERATIVE", registrationNumber: "not yet" })).toEqual(["registrationNumber"]);
  });
});

test("both can be wrong", () => {
  expect(odd({ registrationNumber: "abc", taxNumber: "abc" })).toEqual(["registrationNumber", "taxNumber"]);
});
