import { eq } from "drizzle-orm";
import { db, nudge } from "@/db/client";
import { marketplaces } from "@/db/schema/marketplaces";
import { mails } from "@/db/schema/operations";
import { users } from "@/db/schema/users";
import { ownedBy } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime } from "@/lib/kernel/time";
import type { PullFailure } from "@/lib/terms/data-access/states";
import { permissionMails } from "@/lib/terms/mails/permission-mails";
import { failureWords } from "./failures";
import type { Access } from "./fresh-tokens";

/** Writes to whoever gave a permission that it is gone and how to give it anew, once the transaction has committed. */
export async function tellAccessLost(access: Access, failure: PullFailure, now: BusinessTime): Promise<void> {
  const tenant = tenantOf(access);
  const [user] = await db().select({ email: users.email }).from(users).where(eq(users.id, access.userId));
  const [shop] = await db()
    .select({ name: marketplaces.name })
    .from(marketplaces)
    .where(eq(marketplaces.id, access.marketplaceId));
  if (!user || !shop) throw new Error(`The access ${access.id} is nobody's.`);
  const { baseUrl, supportEmail: support } = env();
  const test = access.environment === "test";
  const facts = { marketplace: shop.name, why: failureWords(failure, shop.name) };
  const { subject, lines } = permissionMails.ACCESS_LOST.text(facts, { test, support, baseUrl });
  const id = newId("mail");
  await db()
    .insert(mails)
    .values({
      id,
      ...ownedBy(tenant),
      merchantId: access.merchantId,
      kind: "ACCESS_LOST",
      recipient: user.email,
      subject,
      body: lines.join("\n"),
      createdAt: now,
      dueAt: now,
    });
  nudge(mails, id, tenant);
}
