import { tasks } from "@/lib/edge/jobs/all-tasks";
import type { Task } from "@/lib/edge/jobs/task";
import type { Environment } from "@/lib/kernel/actor";
import { ownerOf } from "@/lib/kernel/lane";
import { forgetFailures } from "@/lib/platform/work-failures/forget-failures";
import { getWorkFailure, listStuckWork, type WorkFailure } from "@/lib/platform/work-failures/queries";
import { retryWork } from "@/lib/platform/work-failures/retry-work";
import {
  type Command,
  type Context,
  type Plan,
  requireOperator,
  UsageError,
  word,
} from "@/lib/surfaces/console/command";
import { describeReturned } from "@/lib/surfaces/console/describe";
import { findMarketplaceSubject, type MarketplaceSubject } from "@/lib/surfaces/console/queries";
import { listReturned } from "@/lib/surfaces/console/treasury/money-out";
import { oldestAnywhere } from "@/lib/surfaces/console/treasury/of-loans";
import { stuckAfter } from "@/lib/terms/work-failures";

/** Most that are shown at once. */
const mostShown = 50;

const nothing: Plan = { lines: ["No work is stuck."], perform: null };

export const workCommands: Record<string, Command> = {
  "work list": {
    words: [],
    about: `background work that failed ${stuckAfter} times or more, what has failed for longest first, and payouts that came back`,
    prepare: async ({ realNow }) => {
      await forgetFailures(tasks, realNow);
      const returned = await Promise.all((await oldestAnywhere(listReturned)).map(describeReturned));
      const lines = [...(await stuckLines()), ...returned.flat()];
      return lines.length > 0 ? { lines, perform: null } : nothing;
    },
  },
  "work retry": {
    words: ["TASK", "[ROW]"],
    about: "tries failing work again now instead of at its next try; without a row, all of the task that is stuck",
    prepare: async (context) => {
      requireOperator(context);
      await forgetFailures(tasks, context.realNow);
      const task = taskIn(context);
      return context.words[1] === undefined
        ? retryAll(context, task)
        : retryOne(context, task, word(context, 1, "The row's id"));
    },
  },
};

async function retryOne(context: Context, task: Task, id: string): Promise<Plan> {
  const failure = await getWorkFailure(task.name, id);
  const lines = await linesOf(failure);
  if (isLane(failure)) return { lines: [...lines, "The next sweep of Inngest takes it up."], perform: null };
  return retry(context, { task, id, lines: [...lines, "Try this again now"] });
}

async function retryAll(context: Context, task: Task): Promise<Plan> {
  const lines = await stuckLines(task);
  return lines.length > 0
    ? retry(context, { task, id: null, lines: [...lines, "Try all of these again now"] })
    : nothing;
}

type Retried = { task: Task; id: string | null; lines: string[] };

function retry(context: Context, { task, id, lines }: Retried): Plan {
  const operator = requireOperator(context);
  const perform = async (realNow: Context["realNow"]) => {
    const rows = await retryWork({ operator, task, id, realNow });
    return rows > 0
      ? `Due now: ${rows}.`
      : "Nothing waits for a later try: it is due, in the hands of a worker, or done.";
  };
  return { lines, perform };
}

function taskIn(context: Context): Task {
  const named = word(context, 0, "The task");
  const task = tasks.find(({ name }) => name === named);
  if (!task) throw new UsageError(`The task is one of ${tasks.map(({ name }) => name).join(", ")}.`);
  return task;
}

async function stuckLines(task?: Task): Promise<string[]> {
  const { stuck, total } = await listStuckWork(mostShown, { task: task?.name });
  const lines = (await Promise.all(stuck.map(linesOf))).flat();
  return total > stuck.length ? [...lines, `${total - stuck.length} more`] : lines;
}

async function linesOf(failure: WorkFailure): Promise<string[]> {
  const owner = ownerOf(failure.lane);
  if (!owner) return describeWork(failure, null);
  const { marketplaceId, environment } = owner;
  return describeWork(failure, { marketplace: await findMarketplaceSubject(marketplaceId), environment });
}

/** The run of a whole lane rather than of one row. */
const isLane = ({ id, lane }: WorkFailure) => id === lane;

type Owner = { marketplace: MarketplaceSubject; environment: Environment };

/** @param owner null: the work is the service's own */
function describeWork(failure: WorkFailure, owner: Owner | null): string[] {
  const { task, id, failures, firstFailedAt, lastFailedAt, nextTryAt, cause } = failure;
  const words = tasks.find(({ name }) => name === task)?.words ?? "work of another release";
  const what = isLane(failure) ? "all there is in a lane" : id;
  const whose = owner
    ? `${owner.marketplace.name} (${owner.marketplace.id}), ${owner.environment}`
    : "the service itself";
  return [
    `${task} ${what}`,
    `    ${words}, for ${whose}`,
    `    failed ${failures} times since ${firstFailedAt.toISOString()}, last ${lastFailedAt.toISOString()}: ${cause}`,
    `    next try ${nextTryAt.toISOString()}`,
  ];
}
