import { expect, test } from "vitest";
import { newReference } from "@/lib/kernel/ids";
import { mostCandidates, ourReferencesIn } from "./our-references";

test("a reference is found in any case, in words around it, and with a bank's marks and breaks in it", () => {
  for (const reference of Array.from({ length: 200 }, newReference)) {
    const upper = reference.toUpperCase();
    for (const text of [
      reference,
      `NIP/${upper}/LOAN PAYOUT`,
      `TRF${upper}FRM HARMATTAN`,
      upper.match(/.{1,4}/g)?.join(" ") ?? "",
      `REF: ${upper.slice(0, 7)}-${upper.slice(7)}.`,
      `001${reference}99`,
    ]) {
      expect(ourReferencesIn(["other text", text]), text).toContain(reference);
    }
  }
});

test("two texts are not one, a shorter one is none, and a long text names no more than it has places", () => {
  const reference = newReference();
  expect(ourReferencesIn([reference.slice(0, 8), reference.slice(8)])).toEqual([]);
  expect(ourReferencesIn([reference.slice(1), "ÄÖÜ loan of Bright Kitchenware, in full"])).toEqual([]);
  expect(ourReferencesIn(["a1".repeat(250)])).toHaveLength(2);
  const noise = Array.from({ length: 30 }, newReference).join("");
  const found = ourReferencesIn([reference, noise]);
  expect(found).toContain(reference);
  expect(found).toHaveLength(mostCandidates);
});
