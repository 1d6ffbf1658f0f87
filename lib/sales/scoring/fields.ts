import { type MerchantRecord, merchantRecord } from "@/lib/terms/merchant-data/schema";

type GroupName = Exclude<keyof typeof merchantRecord.shape, "monthlySalesHistory">;

const { monthlySalesHistory: _, ...groups } = merchantRecord.shape;
const groupNames = Object.keys(groups) as GroupName[];

export type FieldPath = { readonly group: GroupName; readonly key: string };

/** @throws Error when the path is not in a group of the record: paths are constants, so this is a typo. */
export function fieldPath(path: string): FieldPath {
  const [name, key] = path.split(".");
  const group = groupNames.find((known) => known === name);
  if (group === undefined || key === undefined) throw new Error(`No such field in the merchant data record: ${path}`);
  return { group, key };
}

export function fieldValue(record: MerchantRecord, { group, key }: FieldPath): unknown {
  return record[group]?.[key];
}

const averageMonth = 30.436_875 * 86_400_000;

/** Months (of 30.4 days) from the timestamp to `asOf`; 0 for a moment in the future. */
function monthsSince(timestamp: string, asOf: Date): number {
  return Math.max(0, (asOf.getTime() - Date.parse(timestamp)) / averageMonth);
}

/** Flags as 0 and 1, timestamps as months until `asOf`. Undefined when missing, and for other texts. */
export function measure(record: MerchantRecord, path: FieldPath, asOf: Date): number | undefined {
  const value = fieldValue(record, path);
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && path.key === "marketplaceOnboardingDate") return monthsSince(value, asOf);
  return undefined;
}

export function withField(record: MerchantRecord, { group, key }: FieldPath, value: unknown): MerchantRecord {
  return { ...record, [group]: { ...record[group], [key]: value } };
}
