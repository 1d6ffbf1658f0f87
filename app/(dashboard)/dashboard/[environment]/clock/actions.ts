"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { runDue, workOnTheWay } from "@/lib/edge/jobs/run-due";
import { advanceClock } from "@/lib/sandbox/test-helpers/clock/advance-clock";
import { runDueWork } from "@/lib/sandbox/test-helpers/clock/run-due-work";
import { advanceClockInput } from "@/lib/sandbox/test-helpers/schema";

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
