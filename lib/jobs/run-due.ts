import type { Tenant } from "@/lib/actor";
import { later, now, second } from "@/lib/clock";
import { log } from "@/lib/log";
import { tasks } from "./all-tasks";
import type { Task } from "./task";

const batchSize = 100;

/** Longest a caller is kept waiting. What is left then is done by the engine as usual. */
const giveUpAfter = 60 * second;

/**
 * Does everything that is due for one tenant now, in the order in which one thing leads to another (scores, reviews,
 * decisions, deliveries), until a whole round finds nothing. Rows that the engine has in hand are waited for.
 * @param patience in milliseconds.
 * @returns whether everything has run; false when the patience ended first.
 */
export async function runDue(tenant: Tenant, patience: number = giveUpAfter): Promise<boolean> {
  const deadline = later(now(), patience);
  while (true) {
    let found = false;
    for (const task of tasks) found = (await runTask(task, tenant, deadline)) || found;
    if (!found) return true;
    if (now() >= deadline) return false;
  }
}

async function runTask(task: Task, tenant: Tenant, deadline: Date): Promise<boolean> {
  let found = false;
  while (true) {
    const ids = await task.claimDueOf(tenant, batchSize, now());
    await Promise.all(
      ids.map((id) =>
        task.run(id).catch((error: unknown) => log.error("due work failed", error, { task: task.name, id })),
      ),
    );
    found ||= ids.length > 0;
    if (ids.length < batchSize || now() >= deadline) break;
  }
  if (await task.hasDue(tenant, now())) {
    // Another worker has the rest in hand: look again in a moment.
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = true;
  }
  return found;
}
