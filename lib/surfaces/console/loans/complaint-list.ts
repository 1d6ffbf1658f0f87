import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { pageOf, pageRows, requireNeighbour } from "@/db/page";
import { complaints } from "@/db/schema/complaints";
import { readComplaints } from "@/lib/lending/complaints/queries";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { list } from "@/lib/surfaces/lists/list";
import { choice, listQuery } from "@/lib/surfaces/lists/list-query";
import { unansweredStates } from "@/lib/terms/complaints";
import { complaintStateLabels } from "@/lib/terms/console/complaints";

const complaintQuery = listQuery("complaint", { status: choice("State", complaintStateLabels) });
type Query = Partial<z.output<typeof complaintQuery>> & { limit: number };

/** Those that wait for an answer, the first deadline first; of one state, the newest first. */
async function listComplaintsForOperators({ environment, realNow }: ConsoleScope, query: Query) {
  const { q, status, startingAfter, endingBefore } = query;
  const own = eq(complaints.environment, environment);
  await requireNeighbour(complaints.id, query, own);
  const waiting = status === undefined && q === undefined;
  const columns = waiting ? [complaints.answerBy, complaints.id] : [complaints.id];
  const forwards = endingBefore === undefined;
  const wanted = and(
    own,
    waiting ? inArray(complaints.status, unansweredStates) : undefined,
    status && eq(complaints.status, status),
    q === undefined ? undefined : eq(complaints.number, q.toUpperCase()),
    beyond(waiting, startingAfter ?? endingBefore, forwards),
  );
  const way = waiting === forwards ? asc : desc;
  const ids = db().select({ id: complaints.id }).from(complaints).where(wanted);
  const { rows, hasMore } = pageOf(await ids.orderBy(...columns.map((one) => way(one))).limit(pageRows(query)), query);
  const found = await readComplaints(
    rows.map(({ id }) => id),
    realNow,
  );
  return { rows: rows.flatMap(({ id }) => found.find((one) => one.id === id) ?? []), hasMore };
}

/** After, or before, a neighbour in the order of the list. */
function beyond(waiting: boolean, cut: string | undefined, forwards: boolean): SQL | undefined {
  if (cut === undefined) return undefined;
  if (!waiting) return sql`${complaints.id} ${sql.raw(forwards ? "<" : ">")} ${cut}`;
  const there = db().select({ answerBy: complaints.answerBy }).from(complaints).where(eq(complaints.id, cut));
  return sql`(${complaints.answerBy}, ${complaints.id}) ${sql.raw(forwards ? ">" : "<")} ((${there}), ${cut})`;
}

export const complaintList = list({
  path: "complaints",
  title: "Complaints",
  lead: "What merchants complain about. Without a state: those that wait for an answer, the first deadline first.",
  nav: { group: "Loans", key: "c" },
  search: "Complaint, by its number",
  query: complaintQuery,
  read: listComplaintsForOperators,
  href: ({ id }) => `complaints/${id}`,
  columns: ({ text, moment, state, shown }) => ({
    number: text("Complaint", ({ number }) => number, { look: "whole" }),
    merchant: text("Merchant", ({ merchant }) => merchant.businessName, { below: true }),
    status: state("State", ({ status }) => status, complaintStateLabels),
    answerBy: shown("Answer by", ({ answerBy, late }) => [
      ...(late ? [{ state: { label: "Late", tone: "bad" as const } }] : []),
      { moment: answerBy },
    ]),
    takenBy: text("Who has it", ({ takenBy }) => takenBy?.name ?? null, { none: "Nobody" }),
    madeAt: moment("Made", ({ madeAt }) => new Date(madeAt)),
  }),
  table: { number: 1, merchant: 2, status: 1, answerBy: 1, takenBy: 3, madeAt: 3 },
  none: { title: "No complaint waits", text: "What merchants write in the journey or their account appears here." },
});
