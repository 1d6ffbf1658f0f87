import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { kycAcceptances } from "@/db/schema/kyc";
import { users } from "@/db/schema/users";
import type { BusinessTime } from "@/lib/kernel/time";
import type { ShownItem } from "./digest-items";
import { readFindings } from "./read-findings";

export type Acceptance = { userId: string; name: string; at: BusinessTime };

type InForce = Acceptance & { kycId: string; item: string; digest: string };

export type JudgedItem = ShownItem & {
  /** Whoever has found it in order as it is now, in that order. */
  acceptedBy: Acceptance[];
  /** Where nobody has: who accepted last what it was before. `another`: not this director, but one who has left the list. */
  before: (Acceptance & { another: boolean }) | null;
};

/** What has been accepted and not taken back since, the oldest first. @param kycIds of rows that were loaded in reach */
export async function readAcceptances(kycIds: readonly string[]): Promise<InForce[]> {
  const { id, kycId, item, digest, acceptedBy: userId, acceptedAt: at, endedAt } = kycAcceptances;
  return db()
    .select({ kycId, item, digest, userId, at, name: users.name })
    .from(kycAcceptances)
    .innerJoin(users, eq(users.id, userId))
    .where(and(inArray(kycId, [...kycIds]), isNull(endedAt)))
    .orderBy(asc(id));
}

/** What a case consists of, and who has accepted which of it. @param today (UTC) by the business clock of its marketplace */
export async function readJudgedItems(kycId: string, today: string): Promise<JudgedItem[]> {
  const found = await readFindings([kycId], () => today);
  return judgedItems(found.get(kycId)?.items ?? [], await readAcceptances([kycId]));
}

/** Of a case, who has accepted which of its items. */
export function judgedItems(items: readonly ShownItem[], inForce: readonly InForce[]): JudgedItem[] {
  const ofThose = (one: InForce) => items.some(({ key }) => key === one.item);
  const left = inForce.findLast((one) => one.item.startsWith("directors ") && !ofThose(one));
  return items.map((item) => {
    const its = inForce.filter((one) => one.item === item.key);
    const acceptedBy = its.filter(({ digest }) => digest === item.digest).map(nameOf);
    const changed = its.at(-1) ?? (item.key.startsWith("directors ") ? left : undefined);
    const before =
      acceptedBy.length > 0 || !changed ? null : { ...nameOf(changed), another: changed.item !== item.key };
    return { ...item, acceptedBy, before };
  });
}

/** How many of a case's items are accepted; null where nobody has gone through them one by one. */
export function countAccepted(items: readonly JudgedItem[]): { accepted: number; of: number } | null {
  if (!items.some(({ acceptedBy, before }) => before || acceptedBy.length > 0)) return null;
  return { accepted: items.filter(({ acceptedBy }) => acceptedBy.length > 0).length, of: items.length };
}

const nameOf = ({ userId, name, at }: InForce): Acceptance => ({ userId, name, at });
