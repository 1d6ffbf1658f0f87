import type { KycForReview } from "@/lib/merchants/kyc/read-for-review";
import { describeCheck, describeIdentity } from "@/lib/surfaces/console/describe-identity";
import { businessFindings, directorFindings, valueText } from "@/lib/surfaces/console/describe-kyc";
import { businessForm } from "@/lib/terms/kyc/business-fields";
import { directorForm } from "@/lib/terms/kyc/director-fields";
import { documentKinds } from "@/lib/terms/kyc/document-kinds";
import { type KycField, valueLabel } from "@/lib/terms/kyc/field";
import type { BusinessInfo } from "@/lib/terms/kyc/schema";
import { entriesOf } from "@/lib/terms/table";
import type { CaseDocument, CasePart } from "./case-schema";
import type { SharedMerchant } from "./shared-merchants";

const finding = (text: string) => ({ isFinding: true, text });

/** What was given beside what registers and checks said of it: the business, then each director. */
export function partsOf(kyc: KycForReview, shared: readonly SharedMerchant[]): CasePart[] {
  return [businessPart(kyc), ...kyc.directors.map((director) => directorPart(director, shared))];
}

function businessPart(kyc: KycForReview): CasePart {
  const info = kyc.businessInfo;
  const facts = entriesOf<Record<keyof BusinessInfo, KycField>>(businessForm).flatMap(([name, field]) => {
    const value = info?.[name];
    // Eleven digits may be somebody's number, in the wrong field.
    return value ? [[field.label, valueText(name, valueLabel(field, value))] as const] : [];
  });
  return {
    title: info?.businessName ?? "Business",
    step: "business-info",
    item: "businessName",
    facts,
    said: [...businessFindings(kyc).map(finding), ...describeCheck(kyc.registration)],
    others: [],
  };
}

function directorPart(director: KycForReview["directors"][number], shared: readonly SharedMerchant[]): CasePart {
  const { id, firstName, middleName, lastName, isPrimary, identityType, identityNumber } = director;
  const hidden: readonly string[] = ["firstName", "middleName", "lastName", "identityNumber", "identityType"];
  const given: Readonly<Record<string, unknown>> = director;
  const facts = entriesOf<Record<keyof typeof directorForm, KycField>>(directorForm).flatMap(([name, field]) => {
    const value = given[name];
    if (hidden.includes(name) || typeof value !== "string" || value === "") return [];
    return [[field.label, valueLabel(field, value)] as const];
  });
  return {
    title: [firstName, middleName, lastName].filter(Boolean).join(" "),
    step: "directors",
    item: id,
    facts: [[identityType, identityNumber], ["Role", isPrimary ? "Primary director" : "Director"], ...facts],
    said: [...directorFindings(director).map(finding), ...describeIdentity(director)],
    others: shared.filter(({ directorId }) => directorId === id).map(({ directorId: _, ...other }) => other),
  };
}

export function documentsOf({ documents }: KycForReview): CaseDocument[] {
  return documents.map(({ id, documentType, fileName, mimeType }) => ({
    ...{ id, title: documentKinds[documentType].name, fileName, isImage: mimeType !== "application/pdf" },
  }));
}

/** What can be asked for again, by the value that stands for it in a form: `step item`. */
export function askableOf(kyc: KycForReview): [value: string, label: string][] {
  const fields = entriesOf<Record<keyof BusinessInfo, KycField>>(businessForm);
  const kinds = [...new Set(kyc.documents.map(({ documentType }) => documentType))];
  return [
    ...kinds.map((kind): [string, string] => [`documents ${kind}`, `Document: ${documentKinds[kind].name}`]),
    ["documents ANOTHER", "Another document"],
    ...kyc.directors.map(({ id, firstName, lastName }): [string, string] => [
      `directors ${id}`,
      `Director: ${firstName} ${lastName}`,
    ]),
    ...fields.map(([name, { label }]): [string, string] => [`business-info ${name}`, `Business: ${label}`]),
  ];
}
