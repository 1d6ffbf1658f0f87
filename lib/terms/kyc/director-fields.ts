import { z } from "zod";
import { address, email, line, lineOrEmpty, oneOf, phone, text } from "@/lib/kernel/validation";
import { identityTypeLabels, identityTypes } from "@/lib/terms/providers";
import { entriesOf, rowsWith } from "@/lib/terms/table";
import { directorPositions, earliestBirthDate } from "./constants";
import type { KycField } from "./field";

export type DirectorField = KycField & {
  /** As answers show it. Of a field that comes later it takes null or nothing ("") too: stored directors lack it. */
  shown: z.ZodType<string | null>;
  /**
   * In a column of its own (`directorColumns` in `db/schema/kyc.ts`), encrypted together with other details, or as what the
   * identity is known by (`lib/merchants/kyc/identity-number.ts`).
   */
  stored: "plain" | "sealed" | "identity";
};

/** Letters of any script, spaces, hyphens and apostrophes, beginning with a letter. */
const personName = text(50)
  .min(2, "Must be at least 2 characters")
  .regex(/^\p{L}[\p{L}\p{M} '’-]*$/u, "Must only have letters, spaces, hyphens and apostrophes")
  .describe("Letters of any script, spaces, hyphens and apostrophes; a letter first");

/** Without time and offset: a birthday does not depend on the time zone. `birthDateErrors` checks that it is past. */
const dateOfBirth = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], "Must be a date that exists, in ISO 8601")
  .transform((value) => value.slice(0, 10))
  .refine((value) => value >= earliestBirthDate, `Must be ${earliestBirthDate} or later`)
  .describe("A date; of a timestamp, the date in it")
  .meta({ id: "DateOfBirth" });

const person = {
  firstName: {
    schema: personName,
    label: "First name",
    control: "line",
    autoComplete: "given-name",
    shown: z.string(),
    stored: "plain",
    sample: "Ada",
  },
  middleName: {
    schema: lineOrEmpty(50).optional(),
    label: "Middle name",
    control: "line",
    autoComplete: "additional-name",
    shown: z.string().nullable(),
    stored: "plain",
    sample: "Ngozi",
  },
  lastName: {
    schema: personName,
    label: "Last name",
    control: "line",
    autoComplete: "family-name",
    shown: z.string(),
    stored: "plain",
    sample: "Obi",
  },
  position: {
    schema: oneOf(directorPositions).optional(),
    label: "Role in the business",
    control: "select",
    options: directorPositions.map((value) => ({ value, label: value })),
    reviewed: true,
    shown: z.enum(directorPositions).nullable(),
    stored: "plain",
    sample: "CEO" as const,
  },
} satisfies Record<string, DirectorField>;

const identity = {
  dateOfBirth: {
    schema: dateOfBirth,
    label: "Date of birth",
    control: "date",
    autoComplete: "bday",
    shown: z.iso.date(),
    stored: "sealed",
    sample: "1985-04-12",
  },
  nationality: {
    schema: line(50),
    label: "Nationality",
    hint: "For example: Nigerian",
    control: "line",
    reviewed: true,
    shown: z.string(),
    stored: "plain",
    sample: "Nigerian",
  },
  identityType: {
    schema: oneOf(identityTypes),
    label: "Proof of identity",
    control: "select",
    options: identityTypes.map((value) => ({ value, label: identityTypeLabels[value] })),
    shown: z.enum(identityTypes),
    stored: "identity",
    sample: "BVN" as const,
  },
  identityNumber: {
    schema: z.string("Must be a string").trim().min(1, "Must not be empty"),
    label: "Number",
    control: "number",
    shown: z.string().describe("Masked, as in *******8901"),
    stored: "identity",
    sample: "22123456789",
  },
} satisfies Record<string, DirectorField>;

const contact = {
  phoneNumber: {
    schema: phone,
    label: "Phone number",
    control: "phone",
    shown: z.string(),
    stored: "sealed",
    sample: "+2348031234567",
  },
  email: {
    schema: email,
    label: "E-mail address",
    control: "email",
    shown: z.string(),
    stored: "sealed",
    sample: "ada@adafoods.example",
  },
  address: {
    schema: address(500),
    label: "Home address",
    control: "lines",
    autoComplete: "street-address",
    shown: z.string(),
    stored: "sealed",
    sample: "14 Marina Road, Lagos",
  },
} satisfies Record<string, DirectorField>;

export const directorParts = {
  person: { title: "Name and role", fields: person },
  identity: { title: "Identity", fields: identity },
  contact: { title: "Contact", fields: contact },
};

/** In the order of the form. */
export const directorForm = { ...person, ...identity, ...contact };

const { firstName, middleName, lastName, ...role } = person;
const { email: ownEmail, ...others } = contact;

/** In the order of published answers. */
export const directorFields = { firstName, middleName, lastName, email: ownEmail, ...others, ...identity, ...role };

/** What answers show of a field that nothing is known of: left empty, or asked only since the director was saved. */
export const notKnown = Object.fromEntries(
  entriesOf(directorFields).map(([name, { shown }]) => [name, shown.safeParse(null).success ? null : ""]),
);

export const plainFields = rowsWith(directorFields, "stored", "plain");
export const sealedFields = rowsWith(directorFields, "stored", "sealed");
