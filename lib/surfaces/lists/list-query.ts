import { z } from "zod";
import { cursorOf } from "@/lib/kernel/cursor";
import type { IdKind } from "@/lib/kernel/ids";
import type { Reach } from "@/lib/kernel/reach";
import { eventDate, foreignId, text } from "@/lib/kernel/validation";
import { capitalized } from "@/lib/terms/dashboard/labels";
import type { Label } from "@/lib/terms/label";

type Option = { value: string; label: string };
/** What a filter is called, and what there is to choose; nothing for a day. */
type Filter = { label: string; options: ((scope: never) => Promise<readonly Option[]>) | null };

export type ShownFilters = readonly { param: string; label: string; options: readonly Option[] | null }[];

const filters = z.registry<Filter>();

/** A filter by one of some values, with their words where they have others. */
export function choice<Value extends string>(label: string, values: Record<Value, Label | string> | readonly Value[]) {
  const options = Array.isArray(values)
    ? values.map((value) => ({ value, label: value }))
    : Object.entries<Label | string>(values).map(([value, one]) => ({
        value,
        label: capitalized(typeof one === "string" ? one : one.label),
      }));
  return z
    .custom<Value>((given) => options.some(({ value }) => value === given))
    .optional()
    .catch(undefined)
    .register(filters, { label, options: async () => options });
}

/** A filter by one of the values that there are, with their words where they have others. */
export function oneOfThose<Scope = Reach>(
  label: string,
  values: (scope: Scope) => Promise<readonly (string | Option)[]>,
) {
  const options = async (scope: Scope) =>
    (await values(scope)).map((one) => (typeof one === "string" ? { value: one, label: one } : one));
  return text(100).optional().catch(undefined).register(filters, { label, options });
}

/** A filter by a day in Lagos, `from` and `to` being the first and the last. */
export function day(label: string) {
  return eventDate.optional().catch(undefined).register(filters, { label, options: null });
}

/** A merchant's id here or at its marketplace: for links, without a field of its own. */
export const ofOneMerchant = foreignId().optional().catch(undefined);

/** A search, these filters, and a neighbour at which the page is cut. All else is ignored: people edit addresses. */
export function listQuery<Filters extends z.ZodRawShape>(kind: IdKind, shape: Filters) {
  const cursor = cursorOf(kind, "a row").optional().catch(undefined);
  const q = text(255).optional().catch(undefined);
  return z.object({ q, ...shape, startingAfter: cursor, endingBefore: cursor });
}

/** @param scope that of the list, whose filters know it. */
export async function filtersOf(query: { shape: z.ZodRawShape }, scope: unknown): Promise<ShownFilters> {
  const shown = Object.entries(query.shape).map(async ([param, schema]) => {
    const filter = filters.get(schema);
    return filter ? [{ param, label: filter.label, options: (await filter.options?.(scope as never)) ?? null }] : [];
  });
  return (await Promise.all(shown)).flat();
}
