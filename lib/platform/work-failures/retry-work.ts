import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { workFailures } from "@/db/schema/operations";
import type { OperatorCall } from "@/lib/kernel/call";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { stuckAfter } from "@/lib/terms/work-failures";
import type { TaskOver } from "./forget-failures";

const freedRow = z.strictObject({ id: z.string() });

/**
 * Makes failing work due again at once, before its next try. What a worker has in its hands is left to it, and failures
 * stay counted until the work succeeds.
 * @param call.id one row; null: all rows of the task that are stuck.
 * @returns how many rows are due now.
 */
export async function retryWork(call: OperatorCall<{ task: TaskOver; id: string | null }>): Promise<number> {
  const { operator, id, realNow } = call;
  const { name: task, table } = call.task;
  const at = sql`${realNow.toISOString()}::timestamptz`;
  const which = id === null ? sql`f.failures >= ${stuckAfter}` : sql`f.id = ${id}`;
  return transaction(async () => {
    // Only rows that wait for their next try: a worker's lease ends at another moment.
    const freed = await rowsOf(freedRow)`
      with waiting as materialized (
        select ${table.id} as id from ${table} join ${workFailures} f on f.task = ${task} and f.id = ${table.id}
        where ${which} and ${table.dueAt} is not null and ${table.leasedUntil} = f.next_try_at and f.next_try_at > ${at}
        order by ${table.id} for no key update of ${table} skip locked
      )
      update ${table} set leased_until = ${at} from waiting where ${table.id} = waiting.id returning waiting.id`;
    const ids = freed.map((row) => row.id);
    await db()
      .update(workFailures)
      .set({ nextTryAt: realNow })
      .where(and(eq(workFailures.task, task), sql`${workFailures.id} = any(${sql.param(ids)}::text[])`));
    const detail = { task, rows: ids.length };
    await recordServiceAudit({ operator, action: "work.retry", detail, subjectId: id ?? task, realNow });
    return ids.length;
  });
}
