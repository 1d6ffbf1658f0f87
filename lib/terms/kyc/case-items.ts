import { entriesOf } from "@/lib/terms/table";
import { businessParts } from "./business-fields";
import { type DocumentType, documentKinds } from "./document-kinds";
import type { BusinessInfo, PublicDirector, Requirement } from "./schema";

/** What a reviewer looks at by itself, accepts or asks for again: a part of the business's data, a director, a kind of document. */
export type CaseItem = {
  /** `step name`. */
  key: string;
  label: string;
  /** What can be asked for again of it, by the value that stands for it in a form: `step item` of a requirement. */
  asks: readonly (readonly [value: string, label: string])[];
};

type Given = {
  info: BusinessInfo | null;
  directors: readonly Pick<PublicDirector, "id" | "firstName" | "middleName" | "lastName">[];
  kinds: readonly DocumentType[];
};

/** Of a case, in the order in which they are listed. */
export function caseItemsOf({ info, directors, kinds }: Given): CaseItem[] {
  return [
    ...[...new Set(kinds)].map((kind) => {
      const { name: label } = documentKinds[kind];
      return whole("documents", kind, label, `Document: ${label}`);
    }),
    ...directors.map(({ id, firstName, middleName, lastName }) => {
      const name = [firstName, middleName, lastName].filter(Boolean).join(" ");
      return whole("directors", id, name, `Director: ${name}`);
    }),
    ...(info ? businessParts : []).map(({ name, title: label, fields }) => ({
      key: `business-info ${name}`,
      label,
      asks: entriesOf<Record<string, { label: string }>>(fields).map(
        ([field, { label: called }]) => [`business-info ${field}`, `Business: ${called}`] as const,
      ),
    })),
  ];
}

function whole(step: string, name: string, label: string, asked: string): CaseItem {
  const key = `${step} ${name}`;
  return { key, label, asks: [[key, asked]] };
}

/** The key of the item that a requirement is about, whether or not a case has it. */
export function itemKeyOf({ step, item }: Pick<Requirement, "step" | "item">): string {
  const part = step === "business-info" ? businessParts.find(({ fields }) => item in fields) : undefined;
  return `${step} ${part?.name ?? item}`;
}
