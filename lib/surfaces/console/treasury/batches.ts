import { and, asc, eq, inArray, isNull, lte, notExists, or, type SQLWrapper, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Page } from "@/db/page";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import { lenders, rails } from "@/db/schema/lenders";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { Environment } from "@/lib/kernel/actor";
import { type Kobo, kobo } from "@/lib/kernel/money";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { pageOfBatches } from "@/lib/lending/transfers/batches/queries";
import type { BatchAnswer } from "@/lib/lending/transfers/batches/schema";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import type { BatchKind, batchStates } from "@/lib/terms/batches";
import { nameHas } from "./of-loans";

type Asked = Page & { q?: string | undefined; state?: (typeof batchStates)[number] | undefined };

/** The batches of an environment's lenders, newest first. */
export async function listBatchesAt(
  { environment }: Pick<ConsoleScope, "environment">,
  { q, state, ...page }: Asked,
): Promise<{ rows: (BatchAnswer & { lender: string })[]; hasMore: boolean }> {
  const named = await db()
    .select({ id: lenders.id, name: lenders.name })
    .from(lenders)
    .where(and(eq(lenders.environment, environment), nameHas(lenders.name, q)));
  const ids = named.map(({ id }) => id);
  const wanted = and(inArray(instructionBatches.lenderId, ids), state && eq(instructionBatches.state, state));
  const { data, hasMore } = await pageOfBatches(wanted, page);
  const lenderOf = (id: string) => named.find((one) => one.id === id)?.name ?? "";
  return { rows: data.map((batch) => ({ ...batch, lender: lenderOf(batch.lenderId) })), hasMore };
}

/** Orders of a lender's account that are in no batch yet. */
export type Unbatched = {
  lenderId: string;
  lender: string;
  accountId: string;
  kind: BatchKind;
  orders: number;
  total: Kobo;
  /** When the oldest was ordered. */
  since: Date;
};

/** Of all lenders of an environment that pay by hand, or have done: what a batch would be made of. */
export async function listUnbatched(environment: Environment, realNow: RealTime): Promise<Unbatched[]> {
  const of = { lenderId: rails.lenderId, lender: lenders.name, accountId: rails.integration };
  const byHand = and(eq(rails.kind, "BY_HAND"), eq(lenders.environment, environment));
  const standing = db().select({ id: instructionLines.batchId }).from(instructionLines);
  const inNone = (
    order: typeof instructionLines.payoutId | typeof instructionLines.paymentId,
    id: typeof payouts.id | typeof payments.id,
  ) => notExists(standing.where(and(eq(order, id), isNull(instructionLines.recalledAt))));
  const figures = (amount: SQLWrapper, since: SQLWrapper) => ({
    ...of,
    orders: sql<number>`count(*)::int`,
    total: sql<number>`sum(${amount})::float8`,
    since: sql<string>`min(${since})`,
  });
  const outs = await db()
    .select(figures(payouts.amount, payouts.createdAt))
    .from(payouts)
    .innerJoin(rails, eq(rails.id, payouts.railId))
    .innerJoin(lenders, eq(lenders.id, rails.lenderId))
    .where(and(byHand, eq(payouts.status, "PENDING"), inNone(instructionLines.payoutId, payouts.id)))
    .groupBy(rails.lenderId, lenders.name, rails.integration)
    .orderBy(asc(rails.lenderId));
  const ins = await db()
    .select(figures(payments.amount, payments.orderedAt))
    .from(payments)
    .innerJoin(rails, eq(rails.id, payments.railId))
    .innerJoin(lenders, eq(lenders.id, rails.lenderId))
    .where(
      and(
        ...[
          byHand,
          inArray(payments.status, ["ANNOUNCED", "PENDING"]),
          inNone(instructionLines.paymentId, payments.id),
        ],
        or(isNull(payments.dueAt), lte(payments.dueAt, businessTime(realNow, 0))),
      ),
    )
    .groupBy(rails.lenderId, lenders.name, rails.integration)
    .orderBy(asc(rails.lenderId));
  return [
    ...outs.map(({ total, since, ...one }) => ({
      ...one,
      kind: "PAYOUTS" as const,
      total: kobo(total),
      since: new Date(since),
    })),
    ...ins.map(({ total, since, ...one }) => ({
      ...one,
      kind: "DEBITS" as const,
      total: kobo(total),
      since: new Date(since),
    })),
  ];
}
