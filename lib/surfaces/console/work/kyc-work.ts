import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { proposals } from "@/db/schema/proposals";
import { countWaiting, readKycQueue } from "@/lib/surfaces/console/kyc/queue";
import { findings as findingWords } from "@/lib/terms/kyc/findings";
import { type WorkSource, workCountedUpTo } from "./source";

/** Merchants whose KYC waits for review. */
export const kycWork: WorkSource = {
  name: "kyc",
  label: "KYC",
  permission: "review",
  read: async ({ environment, realNow, limit }) => {
    const { rows } = await readKycQueue({ operator: null, environment, realNow }, { order: "RISK", limit });
    return {
      count: await countWaiting(environment, workCountedUpTo),
      items: rows.flatMap(({ id, businessName, href, submittedAt, findings, risk, amount }) =>
        submittedAt === null
          ? []
          : {
              ...{ id, title: businessName, href, since: submittedAt, risk },
              detail: findings.map((one) => findingWords[one].label).join(", ") || "KYC to be reviewed",
              cost: { who: "A merchant waits", ...(amount !== null && { amount }) },
            },
      ),
    };
  },
};

/** KYC decisions that one operator has proposed and another decides. */
export const kycProposalWork: WorkSource = {
  name: "kyc-proposals",
  label: "KYC proposals",
  permission: "review",
  read: async ({ environment, realNow, limit }) => {
    const { id, kind, subjectId, evidence, reason, proposedAt, expiresAt, decision } = proposals;
    // Spelled out, as the index of what is open has the kind first.
    const ofKyc = sql`${kind} in ('KYC_APPROVE', 'KYC_REJECT', 'KYC_REOPEN')`;
    const open = await db()
      .select({ id, subjectId, evidence, reason, since: proposedAt })
      .from(proposals)
      .where(
        and(
          isNull(decision),
          ofKyc,
          eq(proposals.environment, environment),
          sql`${expiresAt} > ${realNow.toISOString()}`,
        ),
      )
      .orderBy(asc(proposedAt))
      .limit(workCountedUpTo);
    return {
      count: open.length,
      items: open.slice(0, limit).map((one) => ({
        ...{ id: one.id, title: String(one.evidence.business), detail: one.reason, since: one.since },
        href: `kyc/${one.subjectId}`,
        cost: { who: "A merchant waits for a second operator" },
        risk: 2,
      })),
    };
  },
};
