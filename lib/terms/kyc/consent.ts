import { z } from "zod";

/** CHECK: a number is compared with its register. LOOK_UP: the register is asked what it says of a number. */
export const consentPurposes = ["CHECK", "LOOK_UP"] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** Who says that the holder has agreed: the merchant, where the number was typed, or the marketplace that sent it. */
export const consentSources = ["MERCHANT", "MARKETPLACE"] as const;

/** What is agreed to, by version (docs/identity.md#consent). A text that somebody has agreed to stays as it is. */
const checkTexts = {
  "check-1": {
    statement: "Whoever this number belongs to agrees that it is compared with the official register",
    hint: "With name and date of birth, to confirm who runs the business. If you leave this out, a person compares it with the document instead, which takes longer.",
  },
} as const;
const lookUpTexts = {
  "look-up-1": { statement: "This is my own number, and I agree that you check it with the register" },
} as const;

const checkVersions = ["check-1"] as const satisfies readonly (keyof typeof checkTexts)[];

/** The texts in force. */
export const checkConsent = { version: "check-1", ...checkTexts["check-1"] } as const;
export const lookUpConsent = { version: "look-up-1", ...lookUpTexts["look-up-1"] } as const;

export type ConsentVersion = keyof typeof checkTexts | keyof typeof lookUpTexts;

/** With a BVN or NIN: the version of the text that its holder has agreed to. */
export const identityConsent = z
  .enum(checkVersions)
  .optional()
  .describe(
    `With a BVN or NIN, the version of the statement that its holder has agreed to; check-1: "${checkTexts["check-1"].statement}". Without it no bureau is asked, and a person compares the number with the document`,
  );
