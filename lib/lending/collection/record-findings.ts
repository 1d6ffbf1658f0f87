import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { type Kobo, minus, zero } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { type BreakType, decidedResolutions } from "@/lib/terms/breaks";
import type { Collection } from "./compute-collection";
import { evidenceOf } from "./evidence";
import { type CollectionKind, collectionKinds, type Finding, toleranceOf } from "./spread";
import { payoutPeriodIn, type Windows, windowAt } from "./window";

export type PreparedFindings = {
  raised: (Finding & { evidence: Record<string, unknown> })[];
  held: Map<CollectionKind, Set<string>>;
  /** What now counts as taken of what is agreed, by subject; of a loan that is repaid, whatever was agreed. */
  covered: Map<string, Kobo>;
};

type KnownBreak = typeof breaks.$inferSelect;

const subjectOf = (loanId: string, day: string) => `collection:${loanId}:${day}`;

/** A finding that a person has decided on is raised again only with other figures. */
export async function dueFindings(found: {
  loan: LoanRecord;
  collection: Collection;
  windows: Windows;
}): Promise<PreparedFindings> {
  const { loan, collection, windows } = found;
  const covered = new Map(
    collection.days.map(({ day, agreed, taken, excess }) => [
      subjectOf(loan.id, day),
      loan.status === "REPAID" ? agreed : minus(taken, excess),
    ]),
  );
  const known = await breaksOf(loan);
  const held = new Map(collectionKinds.map((kind): [CollectionKind, Set<string>] => [kind, new Set()]));
  const raised: PreparedFindings["raised"] = [];
  for (const finding of collection.days.flatMap(({ findings }) => findings)) {
    const subject = subjectOf(loan.id, finding.day);
    held.get(finding.kind)?.add(subject);
    const same = known.filter(({ type, subject: about }) => type === finding.kind && about === subject);
    const open = same.find(({ status }) => status !== "RESOLVED");
    if (!open && same.some((one) => wasDecided(one) && hasFigures(one, finding))) continue;
    // Whose facts were not read again has the evidence that it had.
    if (open && hasFigures(open, finding) && !collection.own.has(finding.day)) continue;
    const payoutPeriodDays = payoutPeriodIn(windowAt(windows, finding.day));
    const evidence = evidenceOf(finding, await collection.detailOf(finding.day), payoutPeriodDays);
    if (open && hasFigures(open, finding) && isDeepStrictEqual(open.evidence, evidence)) continue;
    raised.push({ ...finding, evidence });
  }
  return { raised, held, covered };
}

export async function recordFindings(found: {
  tenant: Tenant;
  loan: LoanRecord;
  findings: PreparedFindings;
  now: BusinessTime;
}): Promise<void> {
  const { tenant, loan, findings, now } = found;
  const reach = everyMerchantOf(tenant);
  const about = { tenant, merchantId: loan.merchantId, loanId: loan.id };
  for (const { day, kind, expected, actual, evidence } of findings.raised) {
    await raiseBreak({ ...about, type: kind, subject: subjectOf(loan.id, day), expected, actual, evidence, now });
  }
  const known = await breaksOf(loan);
  for (const kind of collectionKinds) {
    const ended = known.filter(
      ({ type, status, subject }) => type === kind && status !== "RESOLVED" && !findings.held.get(kind)?.has(subject),
    );
    for (const resolution of endings) {
      const those = ended.filter((one) => endingOf(kind, one, findings) === resolution);
      await closeBreaks({ reach, type: kind, subjects: those.map(({ subject }) => subject), resolution, now });
    }
  }
  // What it said of whole loans, these say by day.
  await closeBreaks({ reach, type: "SHORTFALL", subject: `sales:${loan.id}`, resolution: "REPLACED", now });
}

const endings = ["ARRIVED", "COVERED", "LOWERED", "WITHDRAWN"] as const;

/** Why a break has ended by itself: COVERED is said only of money that came in. */
function endingOf(
  kind: CollectionKind,
  { subject, expected, actual }: KnownBreak,
  { covered }: PreparedFindings,
): (typeof endings)[number] {
  if (kind === "SALE_CHANGED") return "WITHDRAWN";
  if (kind !== "SHORT_DEDUCTION") return "ARRIVED";
  const [asked, had, has] = [expected ?? zero, actual ?? zero, covered.get(subject) ?? zero];
  const short = minus(minus(asked, had), toleranceOf(asked));
  return has > had && minus(has, had) >= short ? "COVERED" : "LOWERED";
}

async function breaksOf(loan: LoanRecord): Promise<KnownBreak[]> {
  const rows = await db()
    .select()
    .from(breaks)
    .where(inReach(breaks, everyMerchantOf(tenantOf(loan)), eq(breaks.loanId, loan.id)));
  return rows.filter(({ type }) => isCollectionKind(type));
}

function isCollectionKind(type: BreakType): boolean {
  return collectionKinds.some((kind) => kind === type);
}

function wasDecided({ resolution }: KnownBreak): boolean {
  return decidedResolutions.some((one) => one === resolution);
}

function hasFigures({ expected, actual }: KnownBreak, finding: Finding): boolean {
  return expected === finding.expected && actual === finding.actual;
}
