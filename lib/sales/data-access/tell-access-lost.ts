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
  const { baseUrl, supportEmail } = env();
  const body = [
    ...(access.environment === "test" ? ["This e-mail is about test data.", ""] : []),
    failureWords(failure, shop.name),
    "",
    "Your current offers, loans and repayments stay as they are. But without new sales figures, we cannot make you new",
    "offers after a while.",
    "",
    `Your shops: ${baseUrl}/account/connections`,
    "",
    `Questions: write to ${supportEmail}.`,
  ];
  const id = newId("mail");
  await db()
    .insert(mails)
    .values({
      id,
      ...ownedBy(tenant),
      merchantId: access.merchantId,
      recipient: user.email,
      subject: `${shop.name} no longer shares your sales figures with us`,
      body: body.join("\n"),
      createdAt: now,
      dueAt: now,
    });
  nudge(mails, id, tenant);
}
