import { masked } from "@/lib/kernel/mask";
import type { KycForReview } from "@/lib/merchants/kyc/read-for-review";
import { countAccepted, type JudgedItem } from "@/lib/merchants/kyc/review/read-acceptances";
import { type BusinessField, businessForm } from "@/lib/terms/kyc/business-fields";
import { adultAge, type VerificationStatus } from "@/lib/terms/kyc/constants";
import { type DirectorField, directorFields } from "@/lib/terms/kyc/director-fields";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { entriesOf } from "@/lib/terms/table";
import { describeCheck, describeIdentity } from "./describe-identity";

const businessFields = entriesOf<Record<keyof BusinessInfo, BusinessField>>(businessForm);

const margin = " ".repeat(13);
const said = (label: string, text: string) => `${label.padEnd(margin.length)}${text}`;
const more = (text: string) => `${margin}${text}`;
/** What a reviewer must not pass over. */
const found = (text: string) => `${margin}! ${text}`;

/** A KYC record in lines: what was given, and what checks found. */
export function describeKyc(kyc: KycForReview): string[] {
  const { submittedAt, rejectionReason, requirements, documents } = kyc;
  return [
    ...(submittedAt ? [said("Submitted", submittedAt.toISOString())] : []),
    ...describeBusiness(kyc),
    ...describeCheck(kyc.registration).map(({ isFinding, text }) => (isFinding ? found(text) : more(text))),
    ...kyc.directors.flatMap(describeDirector),
    ...documents.flatMap(describeDocument),
    ...requirements.map(({ step, item, reasonCode, message, resolved }) =>
      said("Asked", `${step}, ${item}, ${reasonCode}: ${message} (${resolved ? "changed since" : "not changed yet"})`),
    ),
    ...(rejectionReason ? [said("Rejected", rejectionReason)] : []),
  ];
}

/** Which items reviewers have accepted one by one, where any were. */
export function describeAccepted(items: readonly JudgedItem[]): string[] {
  const count = countAccepted(items);
  if (!count) return [];
  return [
    said("Accepted", `${count.accepted} of ${count.of}`),
    ...items.map(({ label, acceptedBy, before }) => {
      if (before) return found(`${label}: not as ${before.name} accepted it`);
      return more(`${label}: ${acceptedBy.map(({ name }) => name).join(", ") || "nobody"}`);
    }),
  ];
}

export function describeDocument({ id, documentType, fileName }: KycForReview["documents"][number]): string[] {
  return [said("Document", `${documentType}, ${fileName} (${id})`)];
}

function describeBusiness({ businessInfo, implausible, changed }: KycForReview): string[] {
  if (!businessInfo) return [said("Business", "nothing given yet")];
  const { businessName, businessType, operatingAddress, dateOfIncorporation } = businessInfo;
  const since = dateOfIncorporation ? `, since ${dateOfIncorporation}` : "";
  // That there is no number is said, too.
  const reviewed = businessFields.flatMap(([name, { label, reviewed, issued }]) =>
    reviewed && (issued || businessInfo[name])
      ? [`${label.charAt(0).toLowerCase()}${label.slice(1)} ${valueText(name, businessInfo[name])}`]
      : [],
  );
  return [
    said("Business", `${businessName}, ${businessType}${since}`),
    more(oneLine(operatingAddress)),
    more(reviewed.join(", ")),
    ...businessFindings({ implausible, changed }).map(found),
  ];
}

export function businessFindings({ implausible, changed }: Pick<KycForReview, "implausible" | "changed">): string[] {
  return [
    ...implausible.map((field) => `The ${field} is of no shape known to be issued.`),
    ...changed.map(({ field, sent }) => `The marketplace sent another ${field}: ${oneLine(valueText(field, sent))}`),
  ];
}

const verifications: Record<VerificationStatus, string | null> = {
  VERIFIED: null,
  PENDING: "Nobody has checked this number: compare it with the document.",
  MANUAL_REVIEW: "The number did not match the person, or could not be checked.",
};

function describeDirector(director: KycForReview["directors"][number]): string[] {
  const { firstName, middleName, lastName, isPrimary, verificationStatus } = director;
  const name = [firstName, middleName, lastName].filter(Boolean).join(" ");
  const reviewed = entriesOf<Record<keyof typeof directorFields, DirectorField>>(directorFields).flatMap(
    ([field, row]) => (row.reviewed ? [director[field]] : []),
  );
  const about = [`born ${director.dateOfBirth}`, ...reviewed, isPrimary && "primary"];
  return [
    said("Director", [`${name} (${director.id})`, ...about.filter(Boolean)].join(", ")),
    more(`${director.identityType} ${director.identityNumber}, ${verificationStatus}`),
    ...directorFindings(director).map(found),
    ...describeIdentity(director).map(({ isFinding, text }) => (isFinding ? found(text) : more(text))),
    ...(director.byMerchant ? [more("added or changed by the merchant")] : []),
  ];
}

export function directorFindings(director: KycForReview["directors"][number]): string[] {
  const { verificationStatus, underAge, otherRecords } = director;
  const verification = verifications[verificationStatus];
  const others = otherRecords === 1 ? "another merchant" : `${otherRecords} other merchants`;
  return [
    ...(verification ? [verification] : []),
    ...(underAge ? [`Under ${adultAge} by the date of birth given.`] : []),
    ...(otherRecords > 0 ? [`The same number is in the KYC of ${others}.`] : []),
  ];
}

/** Eleven digits in what is reviewed may be somebody's BVN or NIN, typed into the wrong field or not. */
export function valueText(name: keyof BusinessInfo, value: string | undefined): string {
  if (!value) return "none";
  const { reviewed }: BusinessField = businessForm[name];
  return reviewed && value.replace(/\D/g, "").length === 11 ? masked(value) : value;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
