import { asc } from "drizzle-orm";
import { db } from "@/db/client";
import { drafts } from "@/db/schema/drafts";
import { inReach } from "@/db/tenancy";
import { decrypt } from "@/lib/kernel/crypto";
import type { Reach } from "@/lib/kernel/reach";
import type { Draft } from "@/lib/terms/drafts/schema";

export const draftPurpose = "drafts.values";

type Row = typeof drafts.$inferSelect;

export async function readDrafts(reach: Reach): Promise<Draft[]> {
  const rows = await db().select().from(drafts).where(inReach(drafts, reach)).orderBy(asc(drafts.step));
  return rows.map(toDraft);
}

export function toDraft({ step, item, values, revision, changedAt }: Row): Draft {
  return {
    step,
    item,
    values: values === null ? null : JSON.parse(decrypt(draftPurpose, values)),
    revision,
    changedAt: changedAt.toISOString(),
  };
}
