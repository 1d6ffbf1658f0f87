import { describe, expect, test } from "vitest";
import { brandOf, contrast, mix, parseHex } from "@/components/forms/brand-colour";
import { fc } from "@/test/proof";
import { applyTheme, logoOf, lookOf, radiusOf } from "./theme";

const white = [255, 255, 255] as const;
const night = [12, 10, 9] as const;
const nightCard = [28, 25, 23] as const;

const hexDigits = fc.integer({ min: 0, max: 0xffffff }).map((number) => number.toString(16).padStart(6, "0"));
const anyHex = fc.oneof(
  hexDigits.map((digits) => `#${digits}`),
  hexDigits.map((digits) => `#${digits.slice(0, 3).toUpperCase()}`),
);

describe("colour", () => {
  test("whatever the host's colour, text on it and in it can be read, under the pointer too", () => {
    fc.assert(
      fc.property(anyHex, (primary) => {
        const colours = brandOf(primary);
        const brand = parseHex(colours?.brand ?? "");
        const soft = parseHex(colours?.soft ?? "");
        if (!brand || !soft) throw new Error("no colours");
        expect(contrast(brand, white)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(mix(brand, white, 0.1), white)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(soft, night)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(soft, nightCard)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(mix(soft, night, 0.1), night)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  test("a colour that is good already stays as it is", () => {
    expect(brandOf("#0f5c4a")?.brand).toBe("#0f5c4a");
    expect(brandOf("#7FD1BB")?.soft).toBe("#7fd1bb");
    expect(brandOf(" #00f ")?.brand).toBe("#0000ff");
  });

  test.each([
    ["yellow becomes a dark yellow", "#ffdd00", /^#[67]\w[56]\w00$/],
    ["white becomes a grey", "#ffffff", /^#(\w\w)\1\1$/],
  ])("%s", (_, primary, brand) => {
    expect(brandOf(primary)?.brand).toMatch(brand);
  });

  test.each([undefined, "", "red", "#12", "#1234", "#12345", "#1234567", "#12345g", "rgb(1,2,3)", "#fff;color:red"])(
    "%s is no colour",
    (primary) => {
      expect(brandOf(primary)).toBeNull();
    },
  );

  test("contrast is WCAG's", () => {
    expect(contrast([0, 0, 0], white)).toBe(21);
    expect(contrast(white, white)).toBe(1);
    expect(contrast([0x77, 0x77, 0x77], white)).toBeCloseTo(4.48, 2);
  });
});

test.each([
  ["0", "0px"],
  ["0px", "0px"],
  ["12px", "12px"],
  [" 0.5rem ", "0.5rem"],
  [".25em", "0.25em"],
  ["32px", "32px"],
  ["2rem", "2rem"],
  ["33px", null],
  ["2.1rem", null],
  ["-1px", null],
  ["12", null],
  ["12%", null],
  ["calc(1px)", null],
  ["1px;color:red", null],
  ["1e1px", null],
  ["", null],
  [undefined, null],
])("a radius of %s is %s", (given, radius) => {
  expect(radiusOf(given)).toBe(radius);
});

test.each([
  ["https://cdn.example/logo.svg", "https://cdn.example/logo.svg"],
  ["data:image/png;base64,AAAA", "data:image/png;base64,AAAA"],
  ["http://cdn.example/logo.svg", null],
  ["data:text/html,<script>", null],
  ["javascript:alert(1)", null],
  ["/logo.svg", null],
  ["", null],
  [undefined, null],
])("a logo at %s is loaded from %s", (given, logo) => {
  expect(logoOf(given)).toBe(logo);
});

test("what a theme sets is removed by a theme without it", () => {
  const style = new Map<string, string>();
  const page = {
    setProperty: (name: string, value: string | null) => void style.set(name, value ?? ""),
    removeProperty: (name: string) => String(style.delete(name)),
  };
  applyTheme(page, { primary: "#0f5c4a", radius: "4px" });
  expect(Object.fromEntries(style)).toEqual({
    "--color-brand": "#0f5c4a",
    "--color-brand-soft": expect.stringMatching(/^#\w{6}$/),
    "--radius-field": "4px",
  });
  applyTheme(page, { primary: "nonsense" });
  expect(style.size).toBe(0);
});

test("what the host's page says of the look comes before its marketplace's settings", () => {
  const settings = { logo: "https://shop.example/logo.png", primary: "#6d28d9" };
  expect(lookOf({}, settings)).toEqual(settings);
  expect(lookOf({ primary: "#0a7d4f", radius: "8px" }, settings)).toEqual({
    logo: settings.logo,
    primary: "#0a7d4f",
    radius: "8px",
  });
  expect(lookOf({}, {})).toEqual({});
});
