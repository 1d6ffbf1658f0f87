import { inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { users } from "@/db/schema/users";
import { readBatch } from "@/lib/lending/transfers/batches/queries";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { batchAt } from "./in-environment";

/** A batch with the state of each of its orders, and the people who made and released it. */
export async function readBatchAt({ operator, environment }: ConsoleScope, batchId: string) {
  const { lender, lenderId } = await batchAt(environment, batchId);
  const batch = await readBatch(lenderId, batchId);
  const people = await namesOf([batch.madeBy, batch.releasedBy]);
  const ids = batch.lines.map(({ loanId }) => loanId);
  const known = await db()
    .select({ id: loans.id, reference: loans.reference })
    .from(loans)
    .where(inArray(loans.id, ids));
  const references = new Map(known.map(({ id, reference }) => [id, reference]));
  return {
    ...{ ...batch, lender, isOwn: batch.madeBy === operator.userId },
    made: people.get(batch.madeBy) ?? batch.madeBy,
    released: batch.releasedBy && (people.get(batch.releasedBy) ?? batch.releasedBy),
    lines: batch.lines.map((line) => ({ ...line, loan: references.get(line.loanId) ?? line.loanId })),
  };
}

async function namesOf(ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const given = ids.flatMap((id) => id ?? []);
  const found = await db().select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, given));
  return new Map(found.map(({ id, name }) => [id, name]));
}
