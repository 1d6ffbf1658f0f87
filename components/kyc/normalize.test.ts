import { expect, it } from "vitest";
import { normalizeLine, normalizeNumber, normalizePhone, normalizeWebsite } from "./normalize";

it.each([
  ["0801 234 5678", "+2348012345678"],
  ["(0801) 234-5678", "+2348012345678"],
  ["234 801 234 5678", "+2348012345678"],
  ["00234 801 234 5678", "+2348012345678"],
  ["+44 20 7946 0958", "+442079460958"],
  ["+2348012345678", "+2348012345678"],
  ["12345", "12345"],
  ["0801 234", "0801 234"],
  ["ask Ada", "ask Ada"],
  ["", ""],
])("writes the phone number %j as %j", (typed, normalized) => {
  expect(normalizePhone(typed)).toBe(normalized);
  expect(normalizePhone(normalized)).toBe(normalized);
});

it.each([
  ["ada.example", "https://ada.example"],
  [" www.ada.example/shop?x=1 ", "https://www.ada.example/shop?x=1"],
  ["http://ada.example", "http://ada.example"],
  ["https://ada.example", "https://ada.example"],
  ["ftp://ada.example", "ftp://ada.example"],
  ["none yet", "none yet"],
  ["", ""],
])("writes the website %j as %j", (typed, normalized) => {
  expect(normalizeWebsite(typed)).toBe(normalized);
});

it("takes out what only people need", () => {
  expect(normalizeNumber(" 2222 2222-222 ")).toBe("22222222222");
  expect(normalizeLine(" ada@shop.example ")).toBe("ada@shop.example");
});
