import type { IdentityCheck } from "@/lib/merchants/kyc/identity/queries";
import type { KycForReview } from "@/lib/merchants/kyc/read-for-review";
import type { BureauSilence, CompanyField, Comparison, PersonField } from "@/lib/terms/kyc/evidence";
import { personRegisters } from "@/lib/terms/providers";
import { entriesOf } from "@/lib/terms/table";

/** @property isFinding what a reviewer must not pass over */
type Said = { isFinding: boolean; text: string };

const fieldNames: Record<PersonField | CompanyField, string> = {
  number: "number",
  firstName: "first name",
  lastName: "last name",
  dateOfBirth: "date of birth",
  businessName: "name",
  dateOfIncorporation: "date of incorporation",
  active: "active there",
};

const results: Record<Comparison, string> = { MATCH: "the same", NO_MATCH: "differs", NOT_CHECKED: "not compared" };

const silences: Record<BureauSilence, string> = {
  NOT_ASKED: "it was left alone for a moment",
  NO_ANSWER: "no answer",
  RATE_LIMITED: "too many questions",
  NO_CREDIT: "the service’s account with it has no credit",
  KEY_REFUSED: "it refuses the service’s key",
  UNCLEAR: "an answer that says nothing",
};

/** What was compared with a register and what was not, and what comes of it. */
export function describeCheck(check: IdentityCheck | null): Said[] {
  if (!check) return [];
  const { register, evidence, askedAt, again } = check;
  if (!evidence) return [{ isFinding: false, text: `The register (${register}) is about to be asked.` }];
  if (evidence.silence) {
    const then = again
      ? `is asked again at ${again.toISOString()}`
      : "is not asked again: compare it with the document";
    return [{ isFinding: true, text: `The register (${register}) ${then}. Last: ${silences[evidence.silence]}.` }];
  }
  const fields: Readonly<Partial<Record<PersonField | CompanyField, Comparison>>> = evidence.fields;
  const compared = entriesOf(fieldNames).flatMap(([field, name]) => {
    const result = fields[field];
    return result ? [`${name} ${results[result]}`] : [];
  });
  const text = `${register} on ${askedAt?.toISOString()}: ${compared.join(", ")}.`;
  return [{ isFinding: evidence.outcome !== "MATCH", text }];
}

/** Of a number that has a register. */
export function describeIdentity(director: KycForReview["directors"][number]): Said[] {
  const { identityType, verificationStatus, check, consents } = director;
  const registers: readonly string[] = personRegisters;
  if (!registers.includes(identityType)) return [];
  const agreed = consents.map(({ purpose, textVersion, statedBy, givenAt }) => {
    const what = purpose === "CHECK" ? "being compared" : "being looked up";
    return `agreed to ${what} (${textVersion}) by the ${statedBy.toLowerCase()}'s word on ${givenAt.toISOString()}`;
  });
  const isOpen = agreed.length === 0 && verificationStatus !== "VERIFIED";
  const none = isOpen ? ["nobody has said that its holder agrees to a comparison with the register"] : [];
  return [...describeCheck(check), ...[...agreed, ...none].map((text) => ({ isFinding: false, text }))];
}
