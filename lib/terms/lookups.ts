import { z } from "zod";
import { text } from "@/lib/kernel/validation";
import { businessTypes } from "./merchants/business-kinds";
import { companyStates, personRegisters } from "./providers";

const consent = z
  .literal(true, "Must be true: whoever the number belongs to has agreed")
  .describe("Whoever the number belongs to agrees that the register is asked");

export const personLookupBody = z
  .object({
    number: z
      .string("Must be a string")
      .trim()
      .regex(/^\d{11}$/, "Must be exactly 11 digits"),
    consent,
  })
  .meta({ id: "PersonLookup", sample: { number: "22312345671", consent: true } });
export type PersonLookup = z.output<typeof personLookupBody>;

/** As on the certificate, in capitals or not, with spaces and punctuation or without. */
const registrationNumber = text(50).refine(
  (value) => registeredNumber(value) !== null,
  "Must be RC, BN, IT, LP or LLP and up to 8 digits",
);

export const companyLookupBody = z
  .object({ number: registrationNumber, consent })
  .meta({ id: "CompanyLookup", sample: { number: "RC 1234567", consent: true } });
export type CompanyLookup = z.output<typeof companyLookupBody>;

/** A number of the Corporate Affairs Commission as its register has it, `RC123456`; null: it is none. Digits alone are a company's. */
export function registeredNumber(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s./\\_:#()-]/g, "");
  const [, kind = "RC", digits] = /^(?:CAC)?(RC|BN|IT|LP|LLP)?(?:NO)?(\d{1,8})$/.exec(plain) ?? [];
  return digits === undefined ? null : kind + digits;
}

export const personFound = z
  .object({
    identityType: z.enum(personRegisters),
    firstName: z.string(),
    middleName: z.string().nullable(),
    lastName: z.string(),
    dateOfBirth: z.iso.date(),
    nationality: z.string(),
    address: z.string().nullable(),
    phoneNumber: z.string().describe("Masked: the one that was compared"),
  })
  .meta({ id: "PersonFound" });
export type PersonFound = z.output<typeof personFound>;

export const companyFound = z
  .object({
    registrationNumber: z.string(),
    businessName: z.string(),
    businessType: z.enum(businessTypes).nullable(),
    dateOfIncorporation: z.iso.date().nullable(),
    registeredAddress: z.string().nullable(),
    status: z.enum(companyStates).describe("INACTIVE: struck off, or behind with its annual returns"),
  })
  .meta({ id: "CompanyFound" });
export type CompanyFound = z.output<typeof companyFound>;
