import { expect, test } from "vitest";
import { chosen, differences, textsOf } from "./compare";

const names = ["businessName", "website", "businessPhone", "identityNumber"];
const began = { businessName: "Ada", website: "", businessPhone: "1" };

test("shows what differs alone, and proposes what is new on either side", () => {
  const there = { businessName: "Ada Foods", website: "https://ada.example", businessPhone: "1" };
  const here = { businessName: "Ada Shoes", website: "", businessPhone: "2" };
  expect(differences(names, { began, there, here })).toEqual([
    { name: "businessName", there: "Ada Foods", here: "Ada Shoes", choice: "here" },
    { name: "website", there: "https://ada.example", here: "", choice: "there" },
    { name: "businessPhone", there: "1", here: "2", choice: "here" },
  ]);
});

test("the same on both sides is nothing to choose", () => {
  const same = { businessName: "Ada Foods", website: "", businessPhone: "1" };
  expect(differences(names, { began, there: same, here: same })).toEqual([]);
});

test("a field that was cleared is shown, one that the form lacks and a number that is never shown are not", () => {
  const here = { website: "", identityNumber: "22222222222" };
  expect(differences(names, { began, there: { ...began, website: "https://ada.example" }, here })).toEqual([
    { name: "website", there: "https://ada.example", here: "", choice: "there" },
  ]);
});

test("what is chosen replaces what was typed, and all else stays", () => {
  const here = { businessName: "Ada Shoes", website: "", identityNumber: "22222222222" };
  const there = { businessName: "Ada Foods", website: "https://ada.example" };
  expect(chosen(here, differences(names, { began, there, here }))).toEqual({
    businessName: "Ada Shoes",
    website: "https://ada.example",
    identityNumber: "22222222222",
  });
});

test("values are compared as the form has them", () => {
  const values = { businessName: "Ada", website: null, businessPhone: undefined, other: 1 };
  expect(textsOf(names, values)).toEqual({ businessName: "Ada", website: "", businessPhone: "", identityNumber: "" });
});
