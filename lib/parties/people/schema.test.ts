import { describe, expect, it } from "vitest";
import { acceptInput } from "@/lib/parties/team/schema";
import { registerInput, signInInput, signUpInput } from "./schema";

const ada = { businessName: "Ada Foods", email: "ada@shop.example", password: "long enough to keep" };

/** What is wrong with a field, in the words that stand beside it. */
function faults(input: Record<string, unknown>): Record<string, string> {
  const result = signUpInput.safeParse({ ...ada, ...input });
  if (result.success) return {};
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join("."), message]).reverse());
}

describe("signUpInput", () => {
  it("takes a name, an address and a password", () => {
    expect(signUpInput.parse({ ...ada, businessName: " Ada Foods ", email: " ada@shop.example " })).toEqual(ada);
  });

  it("keeps the password as typed", () => {
    for (const password of ["  spaces at both ends  ", "\ttab and line\nbreak", "pässwörd-日本語-🔑"]) {
      expect(signUpInput.parse({ ...ada, password }).password).toBe(password);
    }
  });

  it.each([
    ["businessName", "  ", "Must not be empty"],
    ["businessName", "a".repeat(151), "Must be at most 150 characters"],
    ["businessName", "Ada\n\nFoods", "Must be on one line of plain text"],
    ["businessName", "Ada\u200fFoods", "Must be on one line of plain text"],
    ["businessName", "\u200b", "Must have visible characters"],
    ["email", "", "Must not be empty"],
    ["email", "ada@shop", "Must be a valid e-mail address"],
    ["password", "", "Must not be empty"],
    ["password", "too short", "Must be at least 10 characters"],
    ["password", "a".repeat(129), "Must be at most 128 characters"],
    ["password", "with\u0000a NUL inside", "Must not contain NUL characters"],
    ["password", "half a pair \ud800 of it", "Must be well-formed Unicode"],
    ["password", 1_234_567_890, "Must be a string"],
  ])("refuses %s %j: %s", (field, value, fault) => {
    expect(faults({ [field]: value })).toEqual({ [field]: fault });
  });

  it("counts characters, not UTF-16 units", () => {
    expect(faults({ password: "🔑".repeat(9) })).toEqual({ password: "Must be at least 10 characters" });
    expect(faults({ password: "🔑".repeat(128) })).toEqual({});
  });

  it.each([
    ["ada@shop.example", "Must not be your e-mail address"],
    [" ADA@Shop.Example", "Must not be your e-mail address"],
    ["ada foods", "Must not be the name of your business"],
  ])("refuses the password %j", (password, fault) => {
    expect(faults({ password: password.padEnd(10) })).toEqual({ password: fault });
  });
});

describe("signInInput", () => {
  it("lets any password be tried that could have been set, and some that could not", () => {
    expect(signInInput.parse({ email: ada.email, password: " x" })).toEqual({ email: ada.email, password: " x" });
    expect(signInInput.safeParse({ email: ada.email, password: "" }).success).toBe(false);
    expect(signInInput.safeParse({ email: ada.email, password: "a".repeat(129) }).success).toBe(false);
  });
});

describe("registerInput", () => {
  const lagos = { name: "Ngozi", email: "ngozi@traders.example", password: "mango rain 88 lorry" };

  it.each([
    ...["Lagos Traders", "Jiji", "Àgbà & Sons", "St. Mary", "A.B. Stores", "J. K. Rowling", "Shop & Co.", "O'Neill"],
    ...["Lagos: the market", "U.S.A. Imports", ".NET Shop", "Ọ.Ẹ. Ventures", "Awwww. Gifts"],
  ])("takes %s as a name", (name) => {
    expect(registerInput.parse({ ...lagos, marketplaceName: name, name })).toMatchObject({
      marketplaceName: name,
      name,
    });
    expect(acceptInput.safeParse({ token: "t", name, password: lagos.password }).success).toBe(true);
  });

  it.each([
    ...["https://evil.example", "Win! evil.example/prize", "pay@evil.example", "evil\\share", " ", "Jiji.ng"],
    ...["Blocked. Visit www.evil.example today", "Pay now evil.com", "evil。com", "evil．com", "evil｡com", "evil․com"],
    ...[
      "http:evil",
      "http：evil",
      "tel:0800",
      "evil\u200b.\u200bcom",
      "t.co",
      "A.B.com",
      "i❤.ws",
      "10.0.0.1",
      "www .evil",
    ],
    ...["Two\nlines", "Bell\u0007", "Oja\u202egnp", "Oja\u2066", "Oja\u2028is down"],
  ])("takes neither an address nor what turns a sentence for one: %j", (name) => {
    expect(registerInput.safeParse({ ...lagos, marketplaceName: name }).success).toBe(false);
    expect(registerInput.safeParse({ ...lagos, marketplaceName: "Lagos Traders", name }).success).toBe(false);
    expect(acceptInput.safeParse({ token: "t", name, password: lagos.password }).success).toBe(false);
  });
});
