import { and, desc, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { submissions } from "@/db/schema/scoring";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { openRecord } from "@/lib/sales/records/stored-record";

export async function payoutFrequencyOf({ merchantId }: LoanRecord) {
  const [newest] = await db()
    .select({ record: submissions.record })
    .from(submissions)
    .where(and(eq(submissions.merchantId, merchantId), ne(submissions.status, "FAILED")))
    .orderBy(desc(submissions.submittedAt), desc(submissions.id))
    .limit(1);
  return newest && openRecord(newest.record).payoutCashFlow?.payoutFrequency;
}
