import { expect, test } from "vitest";
import { afterUpload } from "./uploads";

test("who wants to go on does so once the last upload has arrived", () => {
  const both = { underWay: 2, pressed: true };
  const one = afterUpload(both, true);
  expect(one).toEqual({ underWay: 1, pressed: true });
  expect(afterUpload(one, true)).toEqual({ underWay: 0, pressed: true });
});

test("an upload that failed keeps the merchant here", () => {
  const one = afterUpload({ underWay: 2, pressed: true }, false);
  expect(one).toEqual({ underWay: 1, pressed: false });
  expect(afterUpload(one, true)).toEqual({ underWay: 0, pressed: false });
});
