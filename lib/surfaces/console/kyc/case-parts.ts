import type { KycForReview } from "@/lib/merchants/kyc/read-for-review";
import { describeCheck, describeIdentity } from "@/lib/surfaces/console/describe-identity";
import { businessFindings, directorFindings, valueText } from "@/lib/surfaces/console/describe-kyc";
import { businessForm, businessParts } from "@/lib/terms/kyc/business-fields";
import type { CaseItem } from "@/lib/terms/kyc/case-items";
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
  const business = businessParts.map((part) => businessPart(kyc, part));
  return [...business, ...kyc.directors.map((director) => directorPart(director, shared))];
}

function businessPart(kyc: KycForReview, { name, title, fields }: (typeof businessParts)[number]): CasePart {
  const { businessInfo: info, implausible, changed } = kyc;
  const facts = entriesOf<{ [field in keyof BusinessInfo]?: KycField }>(fields).flatMap(([field, { label }]) => {
    const value = info?.[field];
    // Eleven digits may be somebody's number, in the wrong field.
    return value ? [[label, valueText(field, valueLabel(businessForm[field], value))] as const] : [];
  });
  const its = { implausible: implausible.filter(within), changed: changed.filter(({ field }) => within(field)) };
  function within(field: string) {
    return field in fields;
  }
  const registered = name === "about" ? describeCheck(kyc.registration) : [];
  const said = [...businessFindings(its).map(finding), ...registered];
  return { title, key: `business-info ${name}`, facts, said, others: [] };
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
    key: `directors ${id}`,
    facts: [[identityType, identityNumber], ["Role", isPrimary ? "Primary director" : "Director"], ...facts],
    said: [...directorFindings(director).map(finding), ...describeIdentity(director)],
    others: shared.filter(({ directorId }) => directorId === id).map(({ directorId: _, ...other }) => other),
  };
}

export function documentsOf({ documents }: KycForReview): CaseDocument[] {
  return documents.map(({ id, documentType, fileName, mimeType }) => ({
    ...{ id, key: `documents ${documentType}`, title: documentKinds[documentType].name, fileName },
    isImage: mimeType !== "application/pdf",
  }));
}

/** What can be asked for again, by the value that stands for it in a form: `step item`. */
export function askableOf(items: readonly CaseItem[]): (readonly [value: string, label: string])[] {
  return [...items.flatMap(({ asks }) => asks), ["documents ANOTHER", "Another document"]];
}
