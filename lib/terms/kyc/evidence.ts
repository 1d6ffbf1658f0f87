import { z } from "zod";

/** What a comparison with a register says. A field that is missing in its answer is NOT_CHECKED. */
export const comparisons = ["MATCH", "NO_MATCH", "NOT_CHECKED"] as const;
export type Comparison = (typeof comparisons)[number];

export const personFields = ["number", "firstName", "lastName", "dateOfBirth"] as const;
export type PersonField = (typeof personFields)[number];

/** `active`: whether the register has the business as active. */
export const companyFields = ["number", "businessName", "dateOfIncorporation", "active"] as const;
export type CompanyField = (typeof companyFields)[number];

/** Why a bureau did not answer: it is asked again. NOT_ASKED: none is connected, or it rests. */
export const bureauSilences = [
  "NOT_ASKED",
  "NO_ANSWER",
  "RATE_LIMITED",
  "NO_CREDIT",
  "KEY_REFUSED",
  "UNCLEAR",
] as const;
export type BureauSilence = (typeof bureauSilences)[number];

const comparison = z.enum(comparisons);
const person = z.record(z.enum(personFields), comparison);
const company = z.record(z.enum(companyFields), comparison);
const checked = { outcome: comparison, silence: z.enum(bureauSilences).nullable() };

/** What was compared with a register, and nothing of what the register has. `silence`: why nothing was. */
export const personEvidence = z.object({ ...checked, fields: person });
export type PersonEvidence = z.output<typeof personEvidence>;
export const companyEvidence = z.object({ ...checked, fields: company });
export type CompanyEvidence = z.output<typeof companyEvidence>;

/**
 * A person is known by number, first name, last name and date of birth, each of them answered; a business by number and
 * name. One field that differs is enough for NO_MATCH.
 */
function judged<Field extends string>(fields: Record<Field, Comparison>, needed: readonly NoInfer<Field>[]) {
  const all: Comparison[] = Object.values(fields);
  const isSame = needed.every((name) => fields[name] === "MATCH");
  const outcome: Comparison = all.includes("NO_MATCH") ? "NO_MATCH" : isSame ? "MATCH" : "NOT_CHECKED";
  return { outcome, silence: null, fields };
}

export const judgedPerson = (fields: Record<PersonField, Comparison>): PersonEvidence => judged(fields, personFields);
export const judgedCompany = (fields: Record<CompanyField, Comparison>): CompanyEvidence =>
  judged(fields, ["number", "businessName"]);

const none = <Field extends string>(names: readonly Field[]) =>
  Object.fromEntries(names.map((name) => [name, "NOT_CHECKED"])) as Record<Field, "NOT_CHECKED">;

export const personNotChecked = (silence: BureauSilence | null): PersonEvidence => ({
  outcome: "NOT_CHECKED",
  silence,
  fields: none(personFields),
});
export const companyNotChecked = (silence: BureauSilence | null): CompanyEvidence => ({
  outcome: "NOT_CHECKED",
  silence,
  fields: none(companyFields),
});
