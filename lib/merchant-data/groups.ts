import { type MerchantRecord, merchantRecord, type OptionalGroup, type Part } from "./schema";

const { merchantIdentity: _, salesPerformance: __, monthlySalesHistory: ___, ...objects } = merchantRecord.shape;
const fieldsOf = Object.entries(objects).map(
  ([group, schema]) => [group as keyof typeof objects, Object.keys(schema.unwrap().shape)] as const,
);

/** Every group that a record may leave out, in the order of the record. */
export const optionalGroups: readonly OptionalGroup[] = [...fieldsOf.map(([group]) => group), "monthlySalesHistory"];

/** Every part of a record that may be missing, in the order of the record, a group before its fields. */
export const parts: readonly Part[] = [
  ...fieldsOf.flatMap(([group, fields]) => [group, ...fields.map((field): Part => `${group}.${field}`)]),
  "monthlySalesHistory",
];

/** The group that a part is or belongs to, and the field that it is; null for a group. */
export function partPath(part: Part): { group: OptionalGroup; field: string | null } {
  const [group, field = null] = part.split(".");
  return { group: group as OptionalGroup, field };
}

/** Whether a record says anything of a part. */
export function hasPart(record: Groups, part: Part): boolean {
  const { group, field } = partPath(part);
  const names = field === null ? (fieldsOf.find(([name]) => name === group)?.[1] ?? []) : [field];
  return group === "monthlySalesHistory" ? Boolean(record[group]) : saysAny(record[group], names);
}

/** The record with a part as another says it. */
export function withPart(record: MerchantRecord, part: Part, source: MerchantRecord): MerchantRecord {
  const { group, field } = partPath(part);
  if (field === null) return { ...record, [group]: source[group] };
  return { ...record, [group]: { ...record[group], [field]: Reflect.get(source[group] ?? {}, field) } };
}

/** A record, validated or not. */
type Groups = { readonly [Group in OptionalGroup]?: unknown };

/** The optional groups that a record shares: those that say anything the service knows. */
export function sharedGroups(record: Groups): OptionalGroup[] {
  const shared: OptionalGroup[] = [];
  for (const [group, fields] of fieldsOf) if (saysAny(record[group], fields)) shared.push(group);
  if (record.monthlySalesHistory) shared.push("monthlySalesHistory");
  return shared;
}

/** The optional groups that a record leaves out. */
export function missingGroups(record: Groups): OptionalGroup[] {
  const shared = sharedGroups(record);
  return optionalGroups.filter((group) => !shared.includes(group));
}

function saysAny(group: unknown, fields: readonly string[]): boolean {
  return typeof group === "object" && group !== null && fields.some((field) => Reflect.get(group, field) !== undefined);
}
