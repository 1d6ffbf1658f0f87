"use server";

import { z } from "zod";
import { actionsOn } from "@/lib/edge/http/actions/operator-action";
import { answerComplaint } from "@/lib/lending/complaints/answer-complaint";
import { closeComplaint } from "@/lib/lending/complaints/close-complaint";
import { answerComplaintBody } from "@/lib/lending/complaints/schema";
import { takeComplaint } from "@/lib/lending/complaints/take-complaint";
import { requireComplaintIn } from "@/lib/surfaces/console/loans/in-environment";

const onComplaint = actionsOn("collect", "complaintId", requireComplaintIn);

export const take = onComplaint("takeComplaint", z.object(), takeComplaint);
export const answer = onComplaint("answerComplaint", answerComplaintBody, answerComplaint);
export const close = onComplaint("closeComplaint", z.object(), closeComplaint);
