import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { payoutAccounts, payouts } from "@/db/schema/loans";
import { inReach, inTenant } from "@/db/tenancy";
import { canonicalJson } from "@/lib/kernel/canonical-json";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import type { Kobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";
import { merchantNames } from "@/lib/merchants/merchants/merchant-names";
import { bankNameOf } from "@/lib/terms/bank-names";

/** What there is to see of a payout that is held, and what names all of that: a decision repeats it. */
export type HeldPayout = {
  payoutId: string;
  amount: Kobo;
  bank: string;
  lastFour: string;
  /** Null: nobody has said yet whose account it is. */
  accountName: string | null;
  knownNames: string[];
  because: string | null;
  heldSince: Date;
  digest: string;
};

export type ShownPayout = Pick<HeldPayout, "payoutId" | "digest">;

/** The held payout of a loan; undefined where none is. */
export async function readHeldPayout(reach: Reach, loanId: string): Promise<HeldPayout | undefined> {
  const its = inTenant(payouts, reach.tenant, eq(payouts.loanId, loanId), eq(payouts.status, "HELD"));
  const [found] = await db()
    .select({ payout: payouts, account: payoutAccounts })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(inReach(payoutAccounts, reach, its));
  if (!found) return undefined;
  const { id: payoutId, amount, waitsBecause: because, createdAt: heldSince } = found.payout;
  const { id: accountId, bankCode, lastFour, accountName, merchantId } = found.account;
  const knownNames = [...new Set(await merchantNames(reach, merchantId))];
  const seen = { payoutId, amount, accountId, accountName, knownNames, because };
  return {
    ...{ payoutId, amount, bank: bankNameOf(bankCode), lastFour, accountName, knownNames, because, heldSince },
    digest: sha256(canonicalJson(seen)),
  };
}

/** With the loan's row locked. @throws CodedError where another account, name or amount is held than was shown */
export async function requireHeldAsShown(reach: Reach, loanId: string, shown: ShownPayout | undefined): Promise<void> {
  if (!shown) return;
  const held = await readHeldPayout(reach, loanId);
  if (held?.payoutId === shown.payoutId && held.digest === shown.digest) return;
  const what = held ? "Another account or name is held now than was shown" : "The payout is no longer held";
  throw new CodedError("EVIDENCE_CHANGED", `${what}. Nothing was done: look again.`);
}
