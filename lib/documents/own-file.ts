import { and, eq, type SQL } from "drizzle-orm";
import { files } from "@/db/schema/files";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";

/** The condition for a file that an actor reaches: one of its tenant, and for a merchant one that it announced itself. */
export function ownFile(actor: Actor, fileKey: string): SQL | undefined {
  const only = actor.kind === "embedToken" ? eq(files.merchantId, actor.merchantId) : undefined;
  return inTenant(files, actor.tenant, and(eq(files.id, fileKey), only));
}
