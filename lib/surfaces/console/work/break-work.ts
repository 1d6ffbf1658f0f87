import { and, asc, eq } from "drizzle-orm";
import { businessName } from "@/db/business-name";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { breaks } from "@/db/schema/settlements";
import { kobo } from "@/lib/kernel/money";
import { breakTypeLabels } from "@/lib/terms/dashboard/labels";
import { type WorkSource, workCountedUpTo } from "./source";

/** Breaks that a marketplace has answered: what they are about stays open until somebody decides. */
export const breakWork: WorkSource = {
  name: "breaks",
  label: "Break",
  permission: "collect",
  read: async ({ environment, limit }) => {
    const answered = and(eq(breaks.environment, environment), eq(breaks.status, "ANSWERED"));
    const counted = db().select({ id: breaks.id }).from(breaks).where(answered).limit(workCountedUpTo);
    const shown = db()
      .select({ found: breaks, businessName })
      .from(breaks)
      .innerJoin(merchants, eq(merchants.id, breaks.merchantId))
      .where(answered)
      .orderBy(asc(breaks.id))
      .limit(limit);
    const [ids, rows] = await Promise.all([counted, shown]);
    return {
      count: ids.length,
      items: rows.map(({ found, businessName }) => {
        const { id, type, expected, actual, answeredAt, detectedAt } = found;
        const amount = expected === null || actual === null ? null : kobo(Math.abs(expected - actual));
        return {
          ...{ id, title: businessName, detail: `${breakTypeLabels[type]}: answered, to be decided` },
          ...{ href: `breaks/${id}`, since: answeredAt ?? detectedAt },
          cost: amount === null ? {} : { amount },
          risk: 1 as const,
        };
      }),
    };
  },
};
