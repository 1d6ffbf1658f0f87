import { describe, expect, it } from "vitest";
import { errorText } from "@/components/forms/error-text";
import { fieldErrors } from "@/lib/kernel/validation";
import { businessInfoBody, journeyDirector, journeyDirectorsBody } from "@/lib/terms/kyc/schema";
import { wording } from "./wording";

const wrongBusiness = {
  businessName: " ",
  businessType: "Limi",
  operatingAddress: "x".repeat(501),
  dateOfIncorporation: "2020-02-30",
  businessEmail: "ada",
  businessPhone: "0801",
  website: "ada",
};
const wrongDirector = {
  firstName: "A",
  lastName: "4da",
  email: "",
  phoneNumber: "0801",
  address: undefined,
  dateOfBirth: "1985-13-01",
  nationality: "",
  identityType: "BVN",
  identityNumber: "123",
};
const right = {
  ...wrongDirector,
  firstName: "Ada",
  lastName: "Obi",
  email: "ada@shop.example",
  phoneNumber: "+2348012345678",
  address: "Lagos",
  dateOfBirth: "1985-04-12",
  nationality: "Nigerian",
  identityNumber: "22222222222",
};

describe("what the schemas say of what people type", () => {
  it.each([
    ["business", businessInfoBody, wrongBusiness, 7],
    ["director", journeyDirector, wrongDirector, 8],
    ["directors", journeyDirectorsBody, { directors: [right, right] }, 1],
  ] as const)("of a %s is plain and fits a line", (what, schema, typed, count) => {
    const { error } = schema.safeParse(typed);
    if (!error) throw new Error("The schema takes it.");
    const found = fieldErrors(error, typed, what);
    expect(found).toHaveLength(count);
    for (const { field, error: message } of found) {
      const said = wording(errorText(message), Reflect.get(typed, field) ?? "something");
      expect(said).not.toMatch(/E\.164|ISO|URL|YYYY|empty|one of|identity number/);
      expect(said.length).toBeLessThan(42);
    }
  });
});

it("says of what is missing that it is required, whatever the schema says", () => {
  for (const nothing of [undefined, null, ""]) expect(wording("Must be one of A, B", nothing)).toBe("Is required");
  expect(wording("Must be exactly 11 digits", "1")).toBe("Must be exactly 11 digits");
});
