"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { invalidField, notFound } from "@/lib/kernel/errors";
import { ownerOf } from "@/lib/kernel/lane";
import { foreignId, text } from "@/lib/kernel/validation";
import { getWorkFailure } from "@/lib/platform/work-failures/queries";
import { retryWork } from "@/lib/platform/work-failures/retry-work";

export const retry = operatorAction({
  ...({ name: "retryWork", permission: "manage", input: z.object({ task: text(100), id: foreignId() }) } as const),
  work: async ({ operator, environment, input, realNow }) => {
    const task = tasks.find(({ name }) => name === input.task);
    if (!task) throw notFound("task");
    const owner = ownerOf((await getWorkFailure(task.name, input.id)).lane);
    if (owner && owner.environment !== environment) throw notFound("failing work");
    const rows = await retryWork({ operator, task, id: input.id, realNow });
    if (rows === 0) throw invalidField("id", "Nothing waits for a later try: it is due, under way, or done");
  },
});
