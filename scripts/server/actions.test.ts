import { expect, test } from "vitest";
import { originsOf } from "./actions.mjs";

test("pages are at the origin of BASE_URL, however it is written", () => {
  for (const written of ["https://financing.example", "https://financing.example/", "https://Financing.example:443"]) {
    expect(originsOf(written)).toEqual(["https://financing.example"]);
  }
  expect(originsOf("")).toEqual([]);
});
