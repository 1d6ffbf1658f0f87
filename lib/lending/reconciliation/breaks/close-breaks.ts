import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { BreakResolution, BreakType, decidedResolutions } from "@/lib/terms/breaks";

/** How a break ends without a person resolving it. */
type OwnFinding = Exclude<BreakResolution, (typeof decidedResolutions)[number]>;

/** Answered or not, when they no longer hold: the missing report has come, or the difference is covered. */
export async function closeBreaks(
  ended: { reach: Reach; type: BreakType; resolution: OwnFinding; now: BusinessTime } & (
    | { subject: string }
    | { subjects: readonly string[] }
  ),
): Promise<string[]> {
  const { reach, type, resolution, now } = ended;
  const subjects = "subjects" in ended ? ended.subjects : [ended.subject];
  if (subjects.length === 0) return [];
  const about = sql`${breaks.subject} = any(${sql.param([...subjects])}::text[])`;
  const rows = await db()
    .update(breaks)
    .set({ status: "RESOLVED", resolution, resolvedAt: now })
    .where(inReach(breaks, reach, eq(breaks.type, type), sql`${breaks.status} <> 'RESOLVED'`, about))
    .returning({ id: breaks.id });
  return rows.map(({ id }) => id);
}
