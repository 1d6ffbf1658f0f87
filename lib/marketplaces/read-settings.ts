import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import type { Tenant } from "@/lib/actor";
import type { marketplaceSettings } from "./schema";

/** A marketplace's settings, the same in test and live. */
export async function readSettings({ marketplaceId }: Tenant): Promise<z.output<typeof marketplaceSettings>> {
  const { name, logo, primaryColour: primary, mailRecipients, contactEmail } = marketplaces;
  const [row] = await db()
    .select({ name, logo, primary, mailRecipients, contactEmail })
    .from(marketplaces)
    .where(eq(marketplaces.id, marketplaceId));
  if (!row) throw new Error(`There is no marketplace ${marketplaceId}.`);
  const { webhook, goLive } = row.mailRecipients;
  return { ...row, mailRecipients: { webhook: [...webhook], goLive: [...goLive] } };
}
