import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { inAnyReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { canBeName } from "@/lib/kernel/validation";
import {
  atWorkOn,
  type HeldMerchant,
  listHeldMerchants,
  type MerchantUser,
} from "@/lib/parties/people/account-queries";

/** What the account of a user holds, and when somebody looks at it. */
export type Holding = { userId: string; merchants: readonly HeldMerchant[]; realNow: RealTime };

/** One of its merchants, with its owner at work on it, by the clock of its marketplace. */
export type Held = { actor: MerchantUser; merchant: HeldMerchant; now: BusinessTime };

export async function readHolding(userId: string, realNow: RealTime): Promise<Holding> {
  return { userId, merchants: await listHeldMerchants(userId), realNow };
}

export function reachesOf({ userId, merchants }: Holding): Reach[] {
  return merchants.map((merchant) => reachOf(atWorkOn(userId, merchant)));
}

/** The account with the one merchant that is asked for; with none where that is not held. */
export function narrowed(holding: Holding, merchantId: string | undefined): Holding {
  if (merchantId === undefined) return holding;
  return { ...holding, merchants: holding.merchants.filter((one) => one.merchantId === merchantId) };
}

export function eachHeld({ userId, merchants, realNow }: Holding): Held[] {
  return merchants.map((merchant) => ({
    actor: atWorkOn(userId, merchant),
    merchant,
    now: businessTime(realNow, merchant.clockAhead),
  }));
}

export async function holderOfLoan(holding: Holding, loanId: string): Promise<Held> {
  if (!isId("loan", loanId) || !canBeName(loanId)) throw notFound("loan");
  const [found] = await db()
    .select({ merchantId: loans.merchantId })
    .from(loans)
    .where(inAnyReach(loans, reachesOf(holding), eq(loans.id, loanId)));
  const held = eachHeld(holding).find(({ merchant }) => merchant.merchantId === found?.merchantId);
  if (!held) throw notFound("loan");
  return held;
}
