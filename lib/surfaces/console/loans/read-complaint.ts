import { readComplaint } from "@/lib/lending/complaints/queries";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { requireComplaintIn } from "./in-environment";

export async function readComplaintForOperators({ environment, realNow }: ConsoleScope, complaintId: string) {
  await requireComplaintIn(environment, complaintId);
  return readComplaint(complaintId, realNow);
}
