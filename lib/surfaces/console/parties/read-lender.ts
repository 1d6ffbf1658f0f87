import type { Environment } from "@/lib/kernel/actor";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { type Kobo, toKobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { listLenderAccounts } from "@/lib/parties/lenders/accounts/queries";
import { readLender } from "@/lib/parties/lenders/list-lenders";
import type { LenderAnswer } from "@/lib/parties/lenders/schema";
import { lentTiers } from "@/lib/terms/lender-limits";
import { listLargestBorrowers } from "./largest-borrowers";
import { readMarketplaceNames } from "./marketplace-names";
import type { LimitsTyped } from "./schema";

/** A lender of this environment, with how much of its limits is used, in kobo. */
export async function readLenderForOperators(call: { lenderId: string; environment: Environment; realNow: RealTime }) {
  const { lenderId, environment, realNow } = call;
  const lender = await readLender(lenderId, realNow);
  if (lender.environment !== environment) throw notFound("lender");
  const names = await readMarketplaceNames(lender.used.perMarketplace.map(({ marketplaceId }) => marketplaceId));
  return {
    lender,
    accounts: await listLenderAccounts(lenderId),
    limits: usedAndLeft(lender, names),
    borrowers: (await listLargestBorrowers(lenderId)).map(({ merchantId, name, used }) => ({
      ...{ key: merchantId, label: name, href: `loans?q=${merchantId}`, used },
      most: lender.limits.perBorrower === null ? null : toKobo(lender.limits.perBorrower),
    })),
    limitsTyped: typedOf(lender),
  };
}

/** @throws CodedError EVIDENCE_CHANGED once somebody else has changed them */
export async function requireLimits(lenderId: string, seen: LimitsTyped, realNow: RealTime): Promise<void> {
  if (canonicalJson(typedOf(await readLender(lenderId, realNow))) === canonicalJson(seen)) return;
  throw new CodedError("EVIDENCE_CHANGED", "Somebody else has changed these limits since. Look again.");
}

type Row = { key: string; label: string; href?: string; used: Kobo; most: Kobo | null };

function usedAndLeft({ limits, used }: LenderAnswer, names: ReadonlyMap<string, string>): Row[] {
  const row = (key: string, label: string, taken: number, most: number | null): Row => {
    return { key, label, used: toKobo(taken), most: most === null ? null : toKobo(most) };
  };
  return [
    row("facility", "In all", used.facility, limits.facility),
    row("month", "Offered this month", used.perMonth, limits.perMonth),
    ...lentTiers.map((tier) => row(tier, `Tier ${tier}`, used.perTier[tier], limits.perTier[tier])),
    ...used.perMarketplace.map(({ marketplaceId: id, amount }) => ({
      ...row(id, names.get(id) ?? id, amount, limits.perMarketplace),
      href: `marketplaces/${id}`,
    })),
  ];
}

function typedOf({ limits, ...lender }: LenderAnswer): LimitsTyped {
  const text = (amount: number | null) => (amount === null ? "" : String(amount));
  const { facility, perBorrower, perMarketplace, perMonth, unremitted, perTier } = limits;
  return {
    minimumPrincipal: text(lender.minimumPrincipal),
    maximumPrincipal: text(lender.maximumPrincipal),
    minimumDeduction: text(lender.minimumDeduction),
    facility: text(facility),
    perBorrower: text(perBorrower),
    perMarketplace: text(perMarketplace),
    perMonth: text(perMonth),
    unremitted: text(unremitted),
    tierA: text(perTier.A),
    tierB: text(perTier.B),
    tierC: text(perTier.C),
    tierD: text(perTier.D),
    workMail: lender.workMail ?? "",
  };
}
