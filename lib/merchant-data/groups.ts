import { merchantRecord, type OptionalGroup } from "./schema";

const { merchantIdentity: _, salesPerformance: __, monthlySalesHistory: ___, ...objects } = merchantRecord.shape;
const fieldsOf = Object.entries(objects).map(
  ([group, schema]) => [group as keyof typeof objects, Object.keys(schema.unwrap().shape)] as const,
);

/** Every group that a record may leave out, in the order of the record. */
export const optionalGroups: readonly OptionalGroup[] = [...fieldsOf.map(([group]) => group), "monthlySalesHistory"];

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
