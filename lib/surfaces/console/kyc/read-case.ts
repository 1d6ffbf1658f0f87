import { desc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { users } from "@/db/schema/users";
import { type Environment, type OperatorUser, operatorIn } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { takesTwo } from "@/lib/lending/proposals/decide-kyc";
import { listProposals } from "@/lib/lending/proposals/queries";
import type { ProposalAnswer } from "@/lib/lending/proposals/schema";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import {
  countAccepted,
  type JudgedItem,
  judgedItems,
  readAcceptances,
} from "@/lib/merchants/kyc/review/read-acceptances";
import { readFindings } from "@/lib/merchants/kyc/review/read-findings";
import { readBusinessNow } from "@/lib/parties/marketplaces/queries";
import { findMerchantSubject, type MerchantSubject } from "@/lib/surfaces/console/queries";
import { fundingLabels, kycLabels } from "@/lib/terms/dashboard/labels";
import { riskOf } from "@/lib/terms/kyc/findings";
import { publicKycStatus } from "@/lib/terms/kyc/states";
import { proposalWords } from "@/lib/terms/proposals/words";
import { readCaseHistory } from "./case-history";
import { askableOf, documentsOf, partsOf } from "./case-parts";
import type { CaseItemShown, CaseProposal, CaseRequest } from "./case-schema";
import { findSharedMerchants } from "./shared-merchants";

type Looking = { operator: OperatorUser; environment: Environment; merchantId: string; realNow: RealTime };

/** The merchant of a case, of whatever marketplace, in this environment; of the other it is not found. */
export async function findCase({ environment, merchantId }: Pick<Looking, "environment" | "merchantId">) {
  const subject = await findMerchantSubject(merchantId);
  if (subject.tenant.environment !== environment) throw notFound("merchant");
  return subject;
}

/** All that there is to see of a case, on one page. */
export async function readCase(looking: Looking) {
  const { operator, merchantId, realNow } = looking;
  const subject = await findCase(looking);
  const now = await readBusinessNow(subject.tenant, realNow);
  const kyc = await readForReview(reachOf(operatorIn(subject.tenant, operator)), merchantId, now);
  const [shared, found, accepted, requests, proposals, takenBy] = await Promise.all([
    findSharedMerchants(kyc.kycId),
    readFindings([kyc.kycId], () => dateOf(now)),
    readAcceptances([kyc.kycId]),
    readRequests(merchantId),
    listProposals({ limit: 20, subjectId: merchantId }, { operator, realNow }),
    nameOf(kyc.takenBy),
  ]);
  const { findings = [], requested = null, cap = null } = found.get(kyc.kycId) ?? {};
  const items = judgedItems(found.get(kyc.kycId)?.items ?? [], accepted);
  const documents = documentsOf(kyc);
  const subjects = [...documents.map(({ id }) => id), ...proposals.data.map(({ id }) => id)];
  return {
    subject,
    seen: kyc.evidenceDigest,
    ...standingOf(subject, kyc.takenBy, operator),
    ...{ findings, risk: riskOf(findings), requested, cap, takenBy },
    needsTwo: (await takesTwo(merchantId, kyc.status, { status: "APPROVED" })) !== null,
    submittedAt: kyc.submittedAt,
    rejectionReason: kyc.rejectionReason,
    requirements: kyc.requirements,
    parts: partsOf(kyc, shared),
    documents,
    items: items.map((item) => itemOf(item, operator)),
    accepted: countAccepted(items),
    askable: askableOf(items),
    requests,
    proposals: proposals.data.filter(({ status }) => status === "OPEN").map((one) => proposalOf(one, items, operator)),
    history: await readCaseHistory(merchantId, subjects, items),
  };
}

/** How it stands, and what this operator may do about it. */
function standingOf({ kycStatus }: MerchantSubject, takenBy: string | null, operator: OperatorUser) {
  const status = publicKycStatus(kycStatus);
  const mine = takenBy === operator.userId;
  return { status, state: kycLabels[status], waits: status === "SUBMITTED", mine, free: takenBy === null || mine };
}

async function nameOf(userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await db().select({ name: users.name }).from(users).where(eq(users.id, userId));
  return user?.name ?? null;
}

/** The newest of the merchant's funding requests. */
async function readRequests(merchantId: string): Promise<CaseRequest[]> {
  const rows = await db()
    .select()
    .from(fundingRequests)
    .where(eq(fundingRequests.merchantId, merchantId))
    .orderBy(desc(fundingRequests.id))
    .limit(5);
  return rows.map(({ id, amountRequested: amount, tenorDays, purpose, status, createdAt: at }) => ({
    ...{ id, amount, tenorDays, purpose, status: fundingLabels[status], at },
  }));
}

function itemOf({ key, label, digest, acceptedBy, before }: JudgedItem, { userId }: OperatorUser): CaseItemShown {
  return { key, label, digest, acceptedBy, before, mine: acceptedBy.some((one) => one.userId === userId) };
}

function proposalOf(proposal: ProposalAnswer, items: JudgedItem[], { userId }: OperatorUser): CaseProposal {
  const { id, kind, reason, proposedBy, proposedAt: at, input, evidenceDigest, evidenceChanged } = proposal;
  const { rejection, requirements = [] } = input as { rejection?: string; requirements?: { message: string }[] };
  // Whoever proposed it has looked already: that is not the second's look.
  const unseen = items.filter(({ acceptedBy }) => acceptedBy.every((one) => one.userId === proposedBy.id));
  return {
    ...{ id, ...proposalWords[kind], reason, by: proposedBy.name, at, evidenceDigest, evidenceChanged },
    mine: proposedBy.id === userId,
    unseen: kind === "KYC_APPROVE" && countAccepted(items) ? unseen.map(({ label }) => label) : [],
    asked: [...(rejection ? [rejection] : []), ...requirements.map(({ message }) => message)],
  };
}
