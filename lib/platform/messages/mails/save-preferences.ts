import { eq, ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { Preferences } from "./schema";

type MerchantActor = Extract<Actor, { kind: "embedToken" | "mailLink" | "merchantUser" }>;

/** Keeps what a merchant wants of its mails. Wanting the same again changes nothing. */
export async function savePreferences(call: Call<{ actor: MerchantActor; input: Preferences }>): Promise<Preferences> {
  const { actor, input, now } = call;
  const { weeklySummary } = input;
  return transaction(async () => {
    const own = eq(merchants.id, actor.merchantId);
    const changed = await db()
      .update(merchants)
      .set({ weeklySummary })
      .where(inReach(merchants, reachOf(actor), own, ne(merchants.weeklySummary, weeklySummary)))
      .returning({ id: merchants.id });
    const detail = { wanted: weeklySummary ? "yes" : "no" };
    for (const { id } of changed) {
      await recordAudit({ actor, action: "merchant.weekly-summary", detail, subjectId: id, now });
    }
    return { weeklySummary };
  });
}

export async function readPreferences(of: { userId: string; merchantId: string }): Promise<Preferences> {
  const wanted = (await listPreferences(of.userId)).get(of.merchantId);
  if (!wanted) throw notFound("merchant");
  return wanted;
}

export async function listPreferences(userId: string): Promise<Map<string, Preferences>> {
  const { id, weeklySummary } = merchants;
  const rows = await db().select({ id, weeklySummary }).from(merchants).where(eq(merchants.userId, userId));
  return new Map(rows.map((row) => [row.id, { weeklySummary: row.weeklySummary }]));
}
