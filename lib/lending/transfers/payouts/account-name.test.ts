import { expect, test } from "vitest";
import { nameMatches } from "./account-name";

test.each([
  ["ADA FOODS LTD", "Ada Foods", true],
  ["ADA FOODS NIGERIA LIMITED", "Ada Foods Ltd.", true],
  ["FOODS ADA", "Ada  Foods", true],
  ["OBI ADA NGOZI", "Ada Obi", true],
  ["ADA OBI", "Ada Ngozi Obi", true],
  ["MRS ÀDÁ ÒBÍ", "Ada Obi", true],
  ["O'BRIEN-OBI ADA", "ada o'brien-obi", true],
  ["KONGA", "Konga", true],
  ["DANLADI KASIM", "Ɗanladi Ƙasim", true],
  ["OBI", "Ada Obi", false],
  ["ADA OKEKE", "Ada Obi", false],
  ["SANDBOX STRANGER", "Ada Foods", false],
  ["LIMITED", "Limited", false],
  ["", "", false],
])("%j and %j: %s", (held, given, matches) => {
  expect(nameMatches(held, [given])).toBe(matches);
});

test("any of the names will do", () => {
  expect(nameMatches("OBI ADA", ["Ada Foods", "Chidi Eze", "Ada Obi"])).toBe(true);
  expect(nameMatches("OBI ADA", [])).toBe(false);
});
