import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { identityChecks } from "@/db/schema/identity";
import { directors, kycRecords } from "@/db/schema/kyc";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { dateOf, day, hour, later, minute } from "@/lib/kernel/calendar";
import { decrypt } from "@/lib/kernel/crypto";
import { identityBureau } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { identityNumberPurpose } from "@/lib/merchants/kyc/identity-number";
import { openPersonal } from "@/lib/merchants/kyc/personal-details";
import { rateKyc } from "@/lib/merchants/kyc/review/rate-kyc";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { identityProvider } from "@/lib/platform/providers/identity";
import type { CompanyClaim, IdentityClaim, IdentityProvider } from "@/lib/platform/providers/identity-provider";
import { isAdult, type VerificationStatus } from "@/lib/terms/kyc/constants";
import type { CompanyEvidence, PersonEvidence } from "@/lib/terms/kyc/evidence";
import { companyClaim, companyDigest, personDigest } from "./order-checks";
import { agreedToCheck, countAnswer, hasAnswersLeft } from "./record-consents";

/** How long after each question without an answer a bureau is asked again: then, after nearly three days, a person looks. */
const bureauRetries = [5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, day, day] as const;
/** After a question that was not put at all, since the bureau rests (docs/identity.md#silence). */
const afterRest = 2 * minute;

type Row = typeof identityChecks.$inferSelect;
type Evidence = PersonEvidence | CompanyEvidence;
type Claim = { person: IdentityClaim } | { company: CompanyClaim };

/** Asks a bureau about a number that may be compared, outside any transaction. Returns when to ask again, or null. */
export async function checkIdentity(checkId: string, now: BusinessTime): Promise<BusinessTime | null> {
  const found = await transaction(() => prepare(checkId, now));
  if (!found) return null;
  const { row, claim } = found;
  const bureau = identityProvider(row.environment);
  const evidence = await ask(bureau, claim);
  if (evidence.silence) {
    const { id, register, attempts } = row;
    log.warn("a bureau did not answer", { checkId: id, register, silence: evidence.silence, attempts });
  }
  return transaction(() => record(row, claim, evidence, now));
}

function ask(bureau: IdentityProvider, claim: Claim): Promise<Evidence> {
  return "person" in claim ? bureau.verify(claim.person) : bureau.checkCompany(claim.company);
}

const actorFor = (row: Row): Actor => ({ kind: "job", tenant: tenantOf(row), task: "check-identity" });

/** What is asked; null: nothing any more. Each question is in the audit log before it is put, without the number. */
async function prepare(checkId: string, now: BusinessTime): Promise<{ row: Row; claim: Claim } | null> {
  const [found] = await db()
    .select({ row: identityChecks, kyc: kycRecords })
    .from(identityChecks)
    .innerJoin(kycRecords, eq(kycRecords.id, identityChecks.kycId))
    .where(eq(identityChecks.id, checkId));
  if (!found?.row.dueAt) return null;
  const { row, kyc } = found;
  const isDecided = kyc.status === "APPROVED" || kyc.status === "REJECTED";
  const claim = isDecided || !identityBureau() ? null : await claimOf(row, kyc);
  if (!claim) {
    const ended = await db()
      .update(identityChecks)
      .set({ dueAt: null, leasedUntil: null })
      .where(sameClaim(row))
      .returning({ id: identityChecks.id });
    if (ended.length > 0 && !isDecided) await settle(row, "MANUAL_REVIEW");
    return null;
  }
  const detail = { register: row.register };
  await recordAudit({ actor: actorFor(row), action: "kyc.check-identity", detail, subjectId: kyc.merchantId, now });
  return { row, claim };
}

/** Null: nobody has agreed to it, or enough was answered. */
async function claimOf(row: Row, kyc: typeof kycRecords.$inferSelect): Promise<Claim | null> {
  const { kycId, identityDigest } = row;
  if (identityDigest === null) {
    const company = kyc.businessInfo && companyClaim(kyc.businessInfo);
    return company && companyDigest(company) === row.claimDigest ? { company } : null;
  }
  const agreed = await agreedToCheck(tenantOf(row), kycId, [identityDigest]);
  const [stored] = await db().select().from(directors).where(ofDirector(row));
  if (!stored || !agreed.has(identityDigest) || !(await hasAnswersLeft(tenantOf(row), identityDigest))) return null;
  const director = openPersonal(stored);
  if (personDigest(director) !== row.claimDigest) return null;
  const { identityType, firstName, lastName, dateOfBirth } = director;
  const identityNumber = decrypt(identityNumberPurpose, director.identityNumber);
  return { person: { identityType, identityNumber, firstName, lastName, dateOfBirth } };
}

/** As long as nothing else is to be compared. */
const sameClaim = ({ id, claimDigest }: Row) =>
  and(eq(identityChecks.id, id), eq(identityChecks.claimDigest, claimDigest));

const ofDirector = ({ kycId, identityDigest }: Row) =>
  and(eq(directors.kycId, kycId), eq(directors.identityDigest, identityDigest ?? ""));

/** Unless something else is compared by now: then the bureau is asked about that. */
async function record(row: Row, claim: Claim, evidence: Evidence, now: BusinessTime): Promise<BusinessTime | null> {
  const [{ merchantId } = { merchantId: "" }] = await db()
    .select({ merchantId: kycRecords.merchantId })
    .from(kycRecords)
    .where(eq(kycRecords.id, row.kycId));
  await findMerchant(reachOf(actorFor(row)), merchantId, { lock: true });
  const { silence } = evidence;
  if (!silence && row.identityDigest) await countAnswer(tenantOf(row), row.kycId, row.identityDigest);
  const rests = silence === "NOT_ASKED";
  const delay = silence ? (rests ? afterRest : bureauRetries[row.attempts]) : undefined;
  const dueAt = delay === undefined ? null : later(now, delay);
  const attempts = row.attempts + (silence && !rests ? 1 : 0);
  const recorded = await db()
    .update(identityChecks)
    .set({ evidence, askedAt: rests ? row.askedAt : now, attempts, dueAt, leasedUntil: null })
    .where(sameClaim(row))
    .returning({ id: identityChecks.id });
  if (recorded.length === 0) return null;
  const isConfirmed =
    evidence.outcome === "MATCH" && "person" in claim && isAdult(claim.person.dateOfBirth, dateOf(now));
  if (dueAt === null) await settle(row, isConfirmed ? "VERIFIED" : "MANUAL_REVIEW");
  await rateKyc(row.kycId, now);
  return dueAt;
}

/** A BVN waits for nobody any more. All else is evidence for the reviewer (docs/kyc.md#identity-checks). */
async function settle(row: Row, verificationStatus: VerificationStatus): Promise<void> {
  if (row.register !== "BVN") return;
  const waiting = and(ofDirector(row), eq(directors.verificationStatus, "PENDING"));
  await db().update(directors).set({ verificationStatus }).where(waiting);
}
