import {
  type Carried,
  type MerchantRecord,
  merchantRecord,
  type OptionalGroup,
  type Part,
} from "@/lib/terms/merchant-data/schema";

const { merchantIdentity, salesPerformance: _, monthlySalesHistory: __, ...objects } = merchantRecord.shape;
const optionalObjects = Object.entries(objects).map(
  ([group, schema]) => [group as keyof typeof objects, Object.keys(schema.unwrap().shape)] as const,
);
const fieldsOf = [["merchantIdentity", Object.keys(merchantIdentity.shape)] as const, ...optionalObjects];
const fieldNames = new Map<string, readonly string[]>(fieldsOf);

/** Fields of which null says something. */
const nullIsValue: ReadonlySet<string> = new Set(
  Object.values(objects).flatMap((group) =>
    Object.entries(group.unwrap().shape).flatMap(([field, schema]) => (schema.safeParse(null).success ? [field] : [])),
  ),
);

const history = "monthlySalesHistory";

/** Every group that a record may leave out, in the order of the record. */
export const optionalGroups: readonly OptionalGroup[] = [...optionalObjects.map(([group]) => group), history];

/** Every part of a record that may be missing but months, in the order of the record, a group before its fields. */
export const parts: readonly Part[] = [
  ...fieldsOf.flatMap(([group, fields]) => [
    ...(group === "merchantIdentity" ? [] : [group]),
    ...fields.map((field): Part => `${group}.${field}`),
  ]),
  history,
];

type PartPath = { group: OptionalGroup | "merchantIdentity"; field: string | null };

/** Split once: a batch asks some ten thousand times. */
const paths = new Map(parts.map((part) => [part, split(part)]));

/** Named parts in the order of the record: a group before its fields, and the history before its months. */
export function inOrder(named: Iterable<Part>): Part[] {
  const place = (part: Part) => (parts.includes(part) ? parts.indexOf(part) : parts.length);
  return [...named].sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
}

/** What was carried over, in the order of the record: jsonb does not keep the order of keys. */
export function carriedParts(carried: Carried): { part: Part; submissionId: string }[] {
  // Object.keys forgets that the keys are parts.
  return inOrder(Object.keys(carried) as Part[]).flatMap((part) => {
    const submissionId = carried[part];
    return submissionId === undefined ? [] : [{ part, submissionId }];
  });
}

/** The group that a part is or belongs to, and the field or month that it is; null for a group. */
export function partPath(part: Part): Readonly<PartPath> {
  return paths.get(part) ?? split(part);
}

function split(part: Part): PartPath {
  const [group, field = null] = part.split(".");
  return { group: group as OptionalGroup, field };
}

/** Whether a record says something of a part, or has no such month to say it of. */
export function hasPart(record: Groups, part: Part): boolean {
  const { group, field } = partPath(part);
  if (group === history && field !== null) return !monthsOf(record).some((one) => one.month === field && !one.told);
  if (group === history) return Boolean(record[group]);
  return field === null ? saysAny(record[group], fieldNames.get(group) ?? []) : says(record[group], field);
}

export function withPart(record: MerchantRecord, part: Part, source: MerchantRecord): MerchantRecord {
  const { group, field } = partPath(part);
  if (field === null) return { ...record, [group]: source[group] };
  if (group !== history) {
    return { ...record, [group]: { ...record[group], [field]: Reflect.get(source[group] ?? {}, field) } };
  }
  const refundAmount = source[group]?.find(({ month }) => month === field)?.refundAmount;
  const months = record[group]?.map((one) => (one.month === field ? { ...one, refundAmount } : one));
  return { ...record, [group]: months };
}

type Groups = { readonly [Group in OptionalGroup | "merchantIdentity"]?: unknown };

/** The optional groups that a record shares: those that say anything the service knows. */
export function sharedGroups(record: Groups): OptionalGroup[] {
  return optionalGroups.filter((group) => hasPart(record, group));
}

/** The months of a record's history that tell what was refunded in them, or those that do not. */
export function refundMonths(record: Groups, told: boolean): Part[] {
  const named: Part[] = [];
  for (const one of monthsOf(record)) if (one.told === told) named.push(`${history}.${one.month}`);
  return named;
}

function monthsOf({ monthlySalesHistory }: Groups): { month: string; told: boolean }[] {
  const months: { month: string; told: boolean }[] = [];
  if (!Array.isArray(monthlySalesHistory)) return months;
  for (const entry of monthlySalesHistory) {
    if (typeof entry !== "object" || entry === null) continue;
    months.push({ month: String(Reflect.get(entry, "month")), told: says(entry, "refundAmount") });
  }
  return months;
}

function saysAny(group: unknown, fields: readonly string[]): boolean {
  return fields.some((field) => says(group, field));
}

/** A record that is not validated yet may have null for what it leaves out. */
function says(group: unknown, field: string): boolean {
  if (typeof group !== "object" || group === null) return false;
  const value = (group as Record<string, unknown>)[field];
  return value !== undefined && (value !== null || nullIsValue.has(field));
}
