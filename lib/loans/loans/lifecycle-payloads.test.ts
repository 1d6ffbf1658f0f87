import { expect, test } from "vitest";
import { kobo } from "@/lib/kernel/money";
import { collectionPriority } from "./lifecycle-payloads";

test.each([
  [100, 0, "CRITICAL"],
  [75, 0, "CRITICAL"],
  [74, 91, "HIGH"],
  [50, 91, "HIGH"],
  [49, 91, "MEDIUM"],
  [25, 0, "MEDIUM"],
  [24, 0, "LOW"],
  [24, 60, "LOW"],
  [24, 61, "MEDIUM"],
  [24, 121, "HIGH"],
  [1, 181, "CRITICAL"],
])("with %i percent left, %i days past due: %s", (left, days, priority) => {
  expect(collectionPriority(kobo(left), kobo(100), days)).toBe(priority);
});
