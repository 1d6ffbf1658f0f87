"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { runDue, workOnTheWay } from "@/lib/jobs/run-due";
import { advanceClock } from "@/lib/sandbox/clock/advance-clock";
import { runDueWork } from "@/lib/sandbox/clock/run-due-work";
import { advanceClockInput } from "@/lib/sandbox/schema";

export const advance = dashboardAction({
  name: "advanceClock",
  permission: "change",
  testOnly: true,
  input: advanceClockInput,
  work: ({ actor, input }) => advanceClock({ actor, input, work: workOnTheWay() }),
});

export const runWork = dashboardAction({
  name: "runDueWork",
  permission: "change",
  testOnly: true,
  input: z.object({}),
  work: ({ actor }) => runDueWork({ actor, work: { run: runDue } }),
});
