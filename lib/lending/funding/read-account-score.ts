import { desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { scores } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { fromKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { MerchantUser } from "@/lib/parties/people/account-queries";
import { goodUntil } from "@/lib/sales/scoring/staleness";
import { fundingOptionsOf } from "./options";
import type { MerchantFacts } from "./policy";
import { findGrounds } from "./read-funding-options";
import type { AccountScore } from "./schema";

/** What a merchant could be offered, as the journey tells it: no points, and nothing once it is disconnected. */
export async function readAccountScore(actor: MerchantUser, now: BusinessTime): Promise<AccountScore> {
  const { merchantId } = actor;
  const { facts, products, sales } = await findGrounds(reachOf(actor), merchantId, now);
  const { connectionStatus, score, own } = facts;
  const { minimum, maximum, blocked, tooFewSales, capReason } = fundingOptionsOf(facts, products, sales);
  const isClosed = connectionStatus === "DISCONNECTED";
  return {
    merchantId,
    connectionStatus,
    scoring: isClosed ? "none" : scoringOf(facts),
    minimum,
    maximum: connectionStatus === "ACTIVE" ? maximum : 0,
    committed: fromKobo(own.committed),
    blocked: isClosed ? null : blocked,
    tooFewSales: !isClosed && tooFewSales,
    capReason: isClosed ? null : capReason,
    scoredAt: isClosed ? null : await lastScoredAt(actor),
    validUntil: isClosed || !score ? null : goodUntil(score).toISOString(),
  };
}

function scoringOf({ scoringPending, score }: MerchantFacts): AccountScore["scoring"] {
  if (scoringPending) return "pending";
  return score ? "scored" : "none";
}

async function lastScoredAt(actor: MerchantUser): Promise<string | null> {
  const [row] = await db()
    .select({ computedAt: scores.computedAt })
    .from(scores)
    .where(inReach(scores, reachOf(actor), eq(scores.merchantId, actor.merchantId)))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(1);
  return row?.computedAt.toISOString() ?? null;
}
