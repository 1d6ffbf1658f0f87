import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import type { Page } from "@/db/page";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { lenders } from "@/db/schema/lenders";
import { pageOfBatches } from "@/lib/lending/transfers/batches/queries";
import type { BatchAnswer } from "@/lib/lending/transfers/batches/schema";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import type { batchStates } from "@/lib/terms/batches";
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
