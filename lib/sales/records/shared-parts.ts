import { createHash } from "node:crypto";
import { scoredFields } from "@/lib/sales/scoring/factors";
import type { Part } from "@/lib/terms/merchant-data/schema";
import { hasPart, optionalGroups, partPath, parts, refundMonths, sharedGroups } from "./groups";

type Group = ReturnType<typeof partPath>["group"];
type Groups = Parameters<typeof sharedGroups>[0];

/** The scored fields of each group. */
const fields = new Map<Group, readonly Part[]>(
  ["merchantIdentity" as const, ...optionalGroups].map((group) => [
    group,
    parts.filter((part) => scoredFields.has(part) && partPath(part).group === group),
  ]),
);

/** Marks notes made by this very list of fields, and of months: older notes, or by another list, are made anew. */
export const fieldsMark = `+${createHash("sha256")
  .update(["months", ...fields.values()].join())
  .digest("hex")
  .slice(0, 8)}`;

/** The groups it shares, `-group.field` for scored fields they lack, and the months whose refunds it tells. */
export function notesOf(record: Groups): string[] {
  const shared = sharedGroups(record);
  const lacking = ["merchantIdentity" as const, ...shared].flatMap((group) => lackingIn(record, group));
  return [...shared, ...lacking.map(lackOf), ...refundMonths(record, true), fieldsMark];
}

/** Whether notes say that a part was shared. */
export function tells(notes: readonly string[], part: Part): boolean {
  const { group, field } = partPath(part);
  if (group === "monthlySalesHistory") return notes.includes(part);
  const shared = group === "merchantIdentity" || notes.includes(group);
  return shared && (field === null || !notes.includes(lackOf(part)));
}

/** What a record leaves out: whole groups with their scored fields, such fields of the others, and refunds of months. */
export function missingParts(record: Groups): Part[] {
  const shared = sharedGroups(record);
  return [
    ...lackingIn(record, "merchantIdentity"),
    ...optionalGroups.flatMap((group) =>
      shared.includes(group) ? lackingIn(record, group) : [group, ...(fields.get(group) ?? [])],
    ),
    ...refundMonths(record, false),
  ];
}

/** The months whose refunds are told where these notes were made: what a history may lack that is taken from elsewhere. */
export function toldMonths(notes: readonly string[]): Part[] {
  return notes.filter((note): note is Part => note.startsWith("monthlySalesHistory."));
}

function lackingIn(record: Groups, group: Group): Part[] {
  return (fields.get(group) ?? []).filter((part) => !hasPart(record, part));
}

function lackOf(field: Part): string {
  return `-${field}`;
}
