import { transaction } from "@/db/client";
import type { Actor, MarketplaceRole } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import type { RealTime } from "@/lib/time";
import { insertUser } from "./insert-user";
import type { User } from "./queries";
import type { SignInInput } from "./schema";

/**
 * Makes an account for somebody of the actor's marketplace.
 * @throws CodedError EMAIL_TAKEN when staff of any marketplace has this address: it signs in to one of them.
 */
export async function createStaff(call: {
  actor: Actor;
  input: SignInInput & { name: string; role: MarketplaceRole };
  realNow: RealTime;
}): Promise<User> {
  const { actor, input, realNow } = call;
  const { marketplaceId } = actor.tenant;
  return transaction(async () => {
    const user = await insertUser({ kind: "marketplace", ...input, marketplaceId }, realNow);
    await recordAudit({ actor, action: "staff.create", subjectId: user.id, now: realNow });
    return user;
  });
}
