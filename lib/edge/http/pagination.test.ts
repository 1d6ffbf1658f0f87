import { expect, test } from "vitest";
import { pageQuery } from "./pagination";

test.each(["startingAfter", "endingBefore"])("%s is an id that can be looked for, in every list", (name) => {
  expect(pageQuery.safeParse({ [name]: "mer_1" }).success).toBe(true);
  for (const never of ["", "\u0000", "mer_\u0000", "\ud800", "x".repeat(256)]) {
    expect(pageQuery.safeParse({ [name]: never }).success, JSON.stringify(never)).toBe(false);
  }
});
