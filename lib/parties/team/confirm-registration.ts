import { tenantOf } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { createMarketplace } from "@/lib/parties/marketplaces/create-marketplace";
import { insertUser } from "@/lib/parties/people/insert-user";
import type { User } from "@/lib/parties/people/queries";
import type { ConfirmInput } from "@/lib/parties/people/schema";
import { type AskedAccount, confirmSignUp } from "@/lib/parties/people/sign-in/confirm-sign-up";
import { recordAudit } from "@/lib/platform/audit/record-audit";

export async function confirmRegistration(call: { input: ConfirmInput; realNow: RealTime }): Promise<User> {
  const { user } = await confirmSignUp({ ...call, kind: "marketplace", device: null, open: openMarketplace });
  return user;
}

async function openMarketplace(account: AskedAccount, realNow: RealTime): Promise<User> {
  const { kind, name, email, passwordHash } = account;
  const marketplaceId = await createMarketplace({
    name: account.marketplaceName ?? name,
    contactEmail: email,
    realNow,
  });
  const role = "OWNER";
  const user = await insertUser({ kind, name, email, passwordHash, marketplaceId, role }, realNow);
  // A registration belongs to no environment, but every row of the log needs one, and staff begin in test.
  const tenant = tenantOf({ marketplaceId, environment: "test" });
  const actor = { kind: "marketplaceUser", tenant, userId: user.id, role } as const;
  await recordAudit({ actor, action: "marketplace.register", subjectId: marketplaceId, now: realNow });
  return user;
}
