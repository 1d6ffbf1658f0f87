import { expect, test } from "vitest";
import { businessTypes } from "@/lib/terms/merchants/business-kinds";
import { proofText } from "./proof-text";

test("only a business that needs no registration is asked for a document of another kind", () => {
  const asked = (businessType: (typeof businessTypes)[number] | null) => proofText(businessType).title;
  const proof = businessTypes.filter((type) => asked(type) === "Proof of the business");
  expect(businessTypes.filter((type) => !proof.includes(type))).toEqual(["SOLE_PROPRIETORSHIP", "UNREGISTERED"]);
  expect(asked(null)).toBe("Proof of the business");
});
