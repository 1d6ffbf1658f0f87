import { db, transaction } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import { invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { fromKobo, toKobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { requireLenderAccount } from "@/lib/parties/lenders/accounts/queries";
import type { RailBody } from "@/lib/parties/lenders/schema";
import { usualDayLimit } from "@/lib/terms/batches";
import type { RailAccount } from "@/lib/terms/rails";
import { requireLiveLender } from "./try-rail";

/** What two operators agree on: the account that is paid from, and how. */
type KeptRail = RailAccount & {
  railId: string;
  account: string;
  dayLimit: number;
  columns: RailBody["columns"] | null;
};

/** Keeps one over a lender's own account with its bank until it is agreed on. */
export async function keepRailByHand(call: {
  lenderId: string;
  input: Omit<RailBody, "reason">;
  realNow: RealTime;
}): Promise<KeptRail> {
  const { lenderId, input, realNow } = call;
  await requireLiveLender(lenderId);
  if (!input.accountId) throw invalidField("accountId", "Is needed by hand");
  if (input.secretKey) throw invalidField("secretKey", "There is none by hand");
  const { id: integration, bankCode, lastFour } = await requireLenderAccount(lenderId, input.accountId);
  const dayLimit = toKobo(input.dayLimit ?? usualDayLimit);
  const columns = input.columns ?? null;
  const account = { kind: "BY_HAND", integration, domain: "live" } as const;
  const railId = newId("rail");
  await transaction(async () => {
    await db()
      .insert(rails)
      .values({ id: railId, lenderId, ...account, state: "TRIED", dayLimit, columns, createdAt: realNow });
  });
  return { railId, ...account, account: `${bankCode} …${lastFour}`, dayLimit: fromKobo(dayLimit), columns };
}
keepRailByHand.errors = ["NOT_FOUND", "ARCHIVED"] as const;
