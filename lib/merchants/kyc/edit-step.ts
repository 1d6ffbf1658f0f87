import { eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { kycRecords } from "@/db/schema/kyc";
import { inReach } from "@/db/tenancy";
import { CodedError } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { KycStep } from "@/lib/terms/kyc/constants";
import { editableKycStatuses } from "@/lib/terms/kyc/states";
import { notEditable } from "./lock-editable-kyc";
import type { Kyc } from "./queries";
import { resolveStep } from "./requirements";

type Columns = Pick<typeof kycRecords.$inferInsert, "businessInfo" | "prefilledBusinessInfo">;
type Edit = {
  /** Whether the step has other contents afterwards: its revision is raised. */
  changes: boolean;
  columns?: Columns;
};

export async function editStep(reach: Reach, kyc: Kyc, step: KycStep, { changes, columns }: Edit): Promise<void> {
  const edited = await db()
    .update(kycRecords)
    .set({ ...columns, ...(changes ? raised(step) : {}), requirements: resolveStep(kyc.requirements, step) })
    .where(inReach(kycRecords, reach, eq(kycRecords.id, kyc.id), inArray(kycRecords.status, editableKycStatuses)))
    .returning({ id: kycRecords.id });
  if (edited.length === 0) throw notEditable();
}

/** The step's revision after one more change. Documents come and go one by one: nobody overwrites another's. */
function raised(step: KycStep) {
  const { businessInfoRevision, directorsRevision } = kycRecords;
  if (step === "business-info") return { businessInfoRevision: sql`${businessInfoRevision} + 1` };
  if (step === "directors") return { directorsRevision: sql`${directorsRevision} + 1` };
  return {};
}

/** `basedOn`: the revisions that the caller knows; null or undefined: whatever is there may be replaced. */
export function refuseOutdated(revision: number, basedOn: readonly number[] | null | undefined): void {
  if (!basedOn || basedOn.includes(revision)) return;
  throw new CodedError("EDIT_CONFLICT", "This was changed in another window, on another device or by the marketplace.");
}
