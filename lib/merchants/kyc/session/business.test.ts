import { describe, expect, test } from "vitest";
import { businessOf } from "./business";

const bare = { businessName: "Ada Foods", email: null, phoneNumber: null, businessType: null, businessCategory: null };
const full = {
  businessName: "Ada Foods",
  email: "ada@foods.example",
  phoneNumber: "+2348012345678",
  businessType: "NGO",
  businessCategory: "Groceries",
} as const;
const stored = { businessName: "Ada Foods", businessType: "NGO", operatingAddress: "12 Marina, Lagos" } as const;

describe("before anything is stored", () => {
  const nothing = { businessInfo: null, prefilledBusinessInfo: null };

  test("what the marketplace said at creation is filled in", () => {
    expect(businessOf(full, nothing)).toEqual({
      values: {
        businessName: "Ada Foods",
        businessType: "NGO",
        businessCategory: "Groceries",
        businessEmail: "ada@foods.example",
        businessPhone: "+2348012345678",
      },
      prefilled: ["businessName", "businessType", "businessCategory", "businessEmail", "businessPhone"],
    });
  });

  test("what it did not say is left out", () => {
    expect(businessOf(bare, nothing)).toEqual({ values: { businessName: "Ada Foods" }, prefilled: ["businessName"] });
  });
});

describe("what is stored stays as it is", () => {
  test("from the merchant: with the fields that are as they were at creation", () => {
    const businessInfo = { ...stored, businessName: "Ada Foods Limited", businessEmail: full.email };
    expect(businessOf(full, { businessInfo, prefilledBusinessInfo: null })).toEqual({
      values: businessInfo,
      prefilled: ["businessType", "businessEmail"],
    });
  });

  test("from the marketplace: all of it, but for what is empty", () => {
    const businessInfo = { ...stored, taxNumber: "" };
    expect(businessOf(full, { businessInfo, prefilledBusinessInfo: businessInfo }).prefilled).toEqual(
      Object.keys(stored),
    );
  });

  test("changed by the merchant since: what is still the marketplace's", () => {
    const businessInfo = { ...stored, operatingAddress: "1 Broad Street, Lagos" };
    expect(businessOf(full, { businessInfo, prefilledBusinessInfo: stored }).prefilled).toEqual([
      "businessName",
      "businessType",
    ]);
  });
});
