import type { Environment, MarketplaceRole } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { CodedError } from "@/lib/kernel/errors";
import type { OperatorAccount, Staff } from "@/lib/parties/people/queries";

type Facts = Pick<Staff, "role" | "liveAt" | "secondFactorSince">;

/** Owners of a marketplace that is live: who they are decides where its merchants' money goes. */
export function needsSecondFactor(role: MarketplaceRole, live: boolean): boolean {
  return role === "OWNER" && live;
}

export function lacksSecondFactor(staff: Facts): boolean {
  return needsSecondFactor(staff.role, staff.liveAt !== null) && !staff.secondFactorSince;
}

export function requireSecondFactor(staff: Facts): void {
  if (!lacksSecondFactor(staff)) return;
  const message = "An owner of a marketplace that is live needs a second factor first: set it up under Your security.";
  throw new CodedError("SECOND_FACTOR_MISSING", message);
}

/**
 * Operators work on live data with one alone; in production on anything, since people, marketplaces and lenders' proposals
 * belong to no data set. A rehearsal has nobody's data.
 */
export function lacksOperatorFactor(
  { secondFactorSince }: Pick<OperatorAccount, "secondFactorSince">,
  environment: Environment,
): boolean {
  const needed = environment === "live" || (env().production && !env().rehearsal);
  return needed && !secondFactorSince;
}

export function requireOperatorFactor(account: Pick<OperatorAccount, "secondFactorSince">, environment: Environment) {
  if (!lacksOperatorFactor(account, environment)) return;
  const message = "An operator needs a second factor before anything of live data: set it up under Your security.";
  throw new CodedError("SECOND_FACTOR_MISSING", message);
}
