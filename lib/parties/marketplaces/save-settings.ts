import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { RealTimeCall } from "@/lib/kernel/call";
import { refuseInvalid } from "@/lib/kernel/errors";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { confirmedAddresses } from "@/lib/platform/messages/mails/confirmed-addresses";
import { requirePermission } from "@/lib/terms/users/roles";
import { readSettings } from "./read-settings";
import type { MarketplaceSettings } from "./schema";

export async function saveSettings(call: RealTimeCall<{ input: MarketplaceSettings }>) {
  const { actor, input, realNow } = call;
  const { marketplaceId } = actor.tenant;
  requirePermission(actor, saveSettings.permission);
  return transaction(async () => {
    const it = eq(marketplaces.id, marketplaceId);
    await db().select({ id: marketplaces.id }).from(marketplaces).where(it).for("no key update");
    await refuseUnconfirmed(marketplaceId, input.mailRecipients);
    const before: Record<string, unknown> = await readSettings(actor.tenant);
    const { name, logo = null, primary: primaryColour = null, mailRecipients } = input;
    await db().update(marketplaces).set({ name, logo, primaryColour, mailRecipients }).where(it);
    const changed = Object.entries({ logo: null, primary: null, ...input }).filter(
      ([key, value]) => JSON.stringify(before[key]) !== JSON.stringify(value),
    );
    const detail = { fields: changed.map(([key]) => key).join(", ") };
    await recordAudit({ actor, action: "marketplace.change-settings", subjectId: marketplaceId, detail, now: realNow });
    return readSettings(actor.tenant);
  });
}
saveSettings.errors = ["INSUFFICIENT_ROLE"] as const;
saveSettings.permission = "manage" as const;

/** Whoever does not know the marketplace gets no mail that it can have written. */
async function refuseUnconfirmed(
  marketplaceId: string,
  recipients: MarketplaceSettings["mailRecipients"],
): Promise<void> {
  const confirmed = await confirmedAddresses(marketplaceId);
  const error = "Must be the address of somebody in the team, or the contact address: invite it to the team first";
  refuseInvalid(
    Object.entries(recipients).flatMap(([topic, all]) =>
      all.flatMap((one, at) => (confirmed.has(one) ? [] : { field: `mailRecipients.${topic}.${at}`, error })),
    ),
  );
}
