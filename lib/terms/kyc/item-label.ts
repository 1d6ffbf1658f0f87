import { partOf } from "@/lib/terms/table";
import { businessForm } from "./business-fields";
import { kycPlaceLabels } from "./constants";
import { documentKinds } from "./document-kinds";
import type { Requirement } from "./schema";

const labels = new Map(Object.entries({ ...partOf(businessForm, "label"), ...partOf(documentKinds, "name") }));

/** What a requirement is about, for merchants: a field, a kind of document, else the whole step. */
export function itemLabel({ step, item }: Pick<Requirement, "step" | "item">): string {
  return labels.get(item) ?? kycPlaceLabels[step];
}
