import { createHash } from "node:crypto";
import { hasPart, optionalGroups, partPath, parts, sharedGroups } from "@/lib/merchant-data/groups";
import type { OptionalGroup, Part } from "@/lib/merchant-data/schema";
import { decisiveFields } from "@/lib/scoring/decisive-fields";

/** The decisive fields of each group that may be left out. */
const decisive = new Map(
  optionalGroups.map((group) => [group, parts.filter((part) => isDecisiveOf(group, part))] as const),
);

/**
 * Marks notes that also tell of decisive fields, of this very list: notes from before them, or made by another list, are
 * made anew.
 */
export const fieldsMark = `+${createHash("sha256")
  .update([...decisive.values()].join())
  .digest("hex")
  .slice(0, 8)}`;

type Groups = Parameters<typeof sharedGroups>[0];

/** What a submission notes of its record: the groups it shares, and `-group.field` for decisive fields they lack. */
export function notesOf(record: Groups): string[] {
  const shared = sharedGroups(record);
  return [...shared, ...shared.flatMap((group) => lackingIn(record, group)).map(lackOf), fieldsMark];
}

/** How notes say that a group is there and this field of it is not. */
export function lackOf(field: Part): string {
  return `-${field}`;
}

/** What a record leaves out: whole groups, and decisive fields of the groups it shares. */
export function missingParts(record: Groups): Part[] {
  const shared = sharedGroups(record);
  return optionalGroups.flatMap((group) => (shared.includes(group) ? lackingIn(record, group) : [group]));
}

/** The decisive fields of a group. */
export function decisiveIn(group: OptionalGroup): readonly Part[] {
  return decisive.get(group) ?? [];
}

function lackingIn(record: Groups, group: OptionalGroup): Part[] {
  return decisiveIn(group).filter((part) => !hasPart(record, part));
}

function isDecisiveOf(group: OptionalGroup, part: Part): boolean {
  return partPath(part).group === group && decisiveFields.has(part);
}
