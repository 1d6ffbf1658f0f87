import { eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/reach";
import type { KycStep } from "./constants";
import { notEditable } from "./open-for-editing";
import type { Kyc } from "./queries";
import { resolveStep } from "./requirements";
import { editableKycStatuses } from "./states";

type Columns = Pick<typeof kycRecords.$inferInsert, "businessInfo" | "prefilledBusinessInfo">;

/** @param columns what the edit sets on the record itself. @throws CodedError KYC_NOT_EDITABLE */
export async function editStep(reach: Reach, kyc: Kyc, step: KycStep, columns: Columns = {}): Promise<void> {
  const edited = await db()
    .update(kycRecords)
    .set({ ...columns, ...raised(step), requirements: resolveStep(kyc.requirements, step) })
    .where(inReach(kycRecords, reach, eq(kycRecords.id, kyc.id), inArray(kycRecords.status, editableKycStatuses)))
    .returning({ id: kycRecords.id });
  if (edited.length === 0) throw notEditable();
}

/** The step's revision after one more change. Documents come and go one by one, so nobody overwrites another's. */
function raised(step: KycStep) {
  const { businessInfoRevision, directorsRevision } = kycRecords;
  if (step === "business-info") return { businessInfoRevision: sql`${businessInfoRevision} + 1` };
  if (step === "directors") return { directorsRevision: sql`${directorsRevision} + 1` };
  return {};
}
