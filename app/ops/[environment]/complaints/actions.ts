"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { text } from "@/lib/kernel/validation";
import { answerComplaint } from "@/lib/lending/complaints/answer-complaint";
import { closeComplaint } from "@/lib/lending/complaints/close-complaint";
import { answerComplaintBody } from "@/lib/lending/complaints/schema";
import { takeComplaint } from "@/lib/lending/complaints/take-complaint";
import { requireComplaintIn } from "@/lib/surfaces/console/loans/in-environment";

const named = z.object({ complaintId: text(64) });
const done = { done: true } as const;

export const take = operatorAction({
  name: "takeComplaint",
  permission: "collect",
  input: named,
  work: async ({ environment, operator, input: { complaintId }, realNow }) => {
    await requireComplaintIn(environment, complaintId);
    await takeComplaint({ operator, complaintId, realNow });
    return done;
  },
});

export const answer = operatorAction({
  name: "answerComplaint",
  permission: "collect",
  input: answerComplaintBody.extend(named.shape),
  work: async ({ environment, operator, input: { complaintId, ...input }, realNow }) => {
    await requireComplaintIn(environment, complaintId);
    await answerComplaint({ operator, complaintId, input, realNow });
    return done;
  },
});

export const close = operatorAction({
  name: "closeComplaint",
  permission: "collect",
  input: named,
  work: async ({ environment, operator, input: { complaintId }, realNow }) => {
    await requireComplaintIn(environment, complaintId);
    await closeComplaint({ operator, complaintId, realNow });
    return done;
  },
});
