import { transaction } from "@/db/client";
import type { MarketplaceRole } from "@/lib/kernel/actor";
import type { RealTimeCall } from "@/lib/kernel/call";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { insertUser } from "./insert-user";
import { hashPassword } from "./password/password";
import type { User } from "./queries";
import type { SignInInput } from "./schema";

type NewStaff = SignInInput & { name: string; role: MarketplaceRole };

/** Creates an account for a member of the actor's marketplace. An address signs in to one marketplace. */
export async function createStaff({ actor, input, realNow }: RealTimeCall<{ input: NewStaff }>): Promise<User> {
  const { marketplaceId } = actor.tenant;
  const { password, ...given } = input;
  const passwordHash = await hashPassword(password);
  return transaction(async () => {
    const user = await insertUser({ kind: "marketplace", ...given, passwordHash, marketplaceId }, realNow);
    await recordAudit({ actor, action: "staff.create", subjectId: user.id, now: realNow });
    return user;
  });
}
