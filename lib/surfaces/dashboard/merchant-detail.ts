import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { directors, kycRecords } from "@/db/schema/kyc";
import { connections, merchants } from "@/db/schema/merchants";
import { oauthGrants } from "@/db/schema/oauth";
import { scores } from "@/db/schema/scoring";
import { inReach } from "@/db/tenancy";
import { cursorOf, cutOnce } from "@/lib/kernel/cursor";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { readKycAnswer } from "@/lib/merchants/kyc/queries";
import { serializeScore } from "@/lib/sales/scoring/serialize";

const eventCursor = cursorOf("event", "an event").optional().catch(undefined);

export const merchantEventsQuery = z
  .object({ startingAfter: eventCursor, endingBefore: eventCursor })
  .overwrite(cutOnce);

const shownScores = 12;
/** Consents that are shown; whoever connects anew again and again has more. */
const shownConsents = 10;

/** Of directors only their number: the merchant may have named them to the service alone. `ref`: either id. */
export async function readMerchant(reach: Reach, ref: string) {
  const [row] = await db()
    .select({ merchant: merchants, connection: connections })
    .from(merchants)
    .innerJoin(connections, eq(connections.merchantId, merchants.id))
    .where(inReach(merchants, reach, matchesRef(ref)));
  if (!row) throw notFound("merchant");
  const { merchant, connection } = row;
  const { id: merchantId, thirdPartyCustomerId } = merchant;
  const named = { merchantId, thirdPartyCustomerId, connectionId: connection.id, connectionStatus: connection.status };
  const [{ kyc }, directorsVerified, history, consents] = await Promise.all([
    readKycAnswer(reach, named),
    countDirectors(reach, merchantId),
    connection.status === "DISCONNECTED" ? [] : listScores(reach, merchantId),
    listGrants(reach, merchantId),
  ]);
  const [latest] = history;
  return {
    merchant,
    connection,
    kyc,
    directors: directorsVerified,
    score: latest ? serializeScore(latest.result, latest.computedAt) : null,
    history: history.toReversed(),
    consents,
  };
}

async function countDirectors(reach: Reach, merchantId: string) {
  const [row] = await db()
    .select({
      all: sql<number>`count(*)::int`,
      verified: sql<number>`count(*) filter (where ${directors.verificationStatus} = 'VERIFIED')::int`,
    })
    .from(directors)
    .innerJoin(kycRecords, eq(kycRecords.id, directors.kycId))
    .where(inReach(kycRecords, reach, eq(kycRecords.merchantId, merchantId)));
  return row ?? { all: 0, verified: 0 };
}

/** The scores of the newest data, newest first: the first is the one in force. */
async function listScores(reach: Reach, merchantId: string) {
  const { id, submittedAt, computedAt, result } = scores;
  return db()
    .select({ id, submittedAt, computedAt, result })
    .from(scores)
    .where(inReach(scores, reach, eq(scores.merchantId, merchantId)))
    .orderBy(desc(scores.submittedAt), desc(scores.submissionId))
    .limit(shownScores);
}

async function listGrants(reach: Reach, merchantId: string) {
  const { id, scopes, createdAt, revokedAt, expiresAt } = oauthGrants;
  return db()
    .select({ id, scopes, createdAt, revokedAt, expiresAt })
    .from(oauthGrants)
    .where(inReach(oauthGrants, reach, eq(oauthGrants.merchantId, merchantId)))
    .orderBy(desc(oauthGrants.id))
    .limit(shownConsents);
}
