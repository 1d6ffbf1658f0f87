import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/kernel/actor";
import { confirmedAddresses } from "@/lib/platform/messages/mails/confirmed-addresses";
import type { marketplaceSettings } from "./schema";

/** A marketplace's settings, the same in test and live. Whoever has left the team is written to no more. */
export async function readSettings({ marketplaceId }: Tenant): Promise<z.output<typeof marketplaceSettings>> {
  const { name, logo, primaryColour: primary, mailRecipients, contactEmail } = marketplaces;
  const [row] = await db()
    .select({ name, logo, primary, mailRecipients, contactEmail })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  if (!row) throw new Error(`There is no marketplace ${marketplaceId}.`);
  const confirmed = await confirmedAddresses(marketplaceId);
  const { webhook, goLive } = row.mailRecipients;
  const inForce = (all: readonly string[]) => all.filter((one) => confirmed.has(one));
  return { ...row, mailRecipients: { webhook: inForce(webhook), goLive: inForce(goLive) } };
}
