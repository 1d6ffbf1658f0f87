import { expect, test } from "vitest";
import { fc } from "@/test/proof";
import { masked, shownEnd } from "./mask";

test.each([
  ["12345678901", "*******8901"],
  ["12345678", "****5678"],
  ["A234567", "****567"],
  ["LAG12", "***12"],
  ["123", "**3"],
  ["1", "*"],
  ["", ""],
])("%s is shown as %s", (number, shown) => expect(masked(number)).toBe(shown));

test("at most 4 characters of a number are shown, never more than half, and what is masked stays so", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789AZ"), maxLength: 40 }), (number) => {
      const hidden = masked(number).lastIndexOf("*") + 1;
      expect(masked(number)).toBe("*".repeat(hidden) + number.slice(hidden));
      expect(number.length - hidden).toBeLessThanOrEqual(Math.min(4, number.length / 2));
      expect(shownEnd(number)).toBe(number.slice(hidden));
      expect(masked(masked(number))).toBe(masked(number));
    }),
  );
});
