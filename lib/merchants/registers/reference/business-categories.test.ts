import { expect, test } from "vitest";
import { businessInfoBody } from "@/lib/terms/kyc/schema";
import { businessCategories, industryOf } from "./business-categories";
import { listedBusinessTypes, listedDocumentTypes } from "./kinds";
import { indexed, ranked, type Searchable } from "./rank";

const lists: Record<string, readonly (Searchable & { code: string })[]> = {
  businessCategories,
  listedBusinessTypes,
  listedDocumentTypes,
};

test.each(Object.entries(lists))("%s: each entry has a code and a name that no other has", (_, list) => {
  for (const key of ["code", "name"] as const) expect(new Set(list.map((one) => one[key])).size).toBe(list.length);
  for (const { words } of list) expect(words).toMatch(/^[\p{L}\d'’&. -]+(, [\p{L}\d'’&. -]+)*$/u);
});

test("the name of a category is what business information takes", () => {
  const { businessCategory } = businessInfoBody.shape;
  for (const { name } of businessCategories) expect(businessCategory.parse(name)).toBe(name);
});

test("categories cover every industry of ISIC Rev. 4 in which a business can be", () => {
  expect(businessCategories.length).toBeGreaterThan(240);
  const found = new Set(businessCategories.map(({ description }) => description));
  for (const isicClass of ["0111", "0810", "1071", "3510", "3811", "4100", "4771", "5320", "5610", "6201", "6492"]) {
    expect(found).toContain(industryOf(isicClass));
  }
  for (const isicClass of ["6820", "6910", "8121", "8510", "8610", "9000", "9602", "9700"]) {
    expect(found).toContain(industryOf(isicClass));
  }
});

test("what is no class has no industry", () => {
  expect(industryOf("4771")).toBe("Wholesale and retail trade, repair of motor vehicles");
  for (const wrong of ["", "47", "9999x"]) expect(() => industryOf(wrong)).toThrow(RangeError);
});

test.each(Object.entries(lists))("%s: each name finds its entry first, also with two letters swapped", (_, list) => {
  const index = indexed(list);
  for (const { name } of list) expect(ranked(index, name)[0]?.name).toBe(name);
  for (const { name } of list) {
    const found = ranked(index, mistyped(name)).slice(0, 3);
    expect(
      found.map((one) => one.name),
      mistyped(name),
    ).toContain(name);
  }
});

/** The third and fourth letter of the first longer word swapped. */
function mistyped(name: string): string {
  return name.replace(/(\p{L}{2})(\p{L})(\p{L})(?=\p{L}{2})/u, "$1$3$2");
}
