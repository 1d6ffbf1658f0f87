import { eq, inArray, isNotNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans, payouts } from "@/db/schema/loans";
import { inReach, inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import type { Reach } from "@/lib/kernel/reach";
import { findMerchant, type MerchantRef } from "@/lib/merchants/merchants/queries";
import { runningLoans } from "@/lib/merchants/merchants/running-loans";
import { isOffer, offerStates } from "@/lib/terms/loans/states";
import { endOffer } from "./cancel-loan";
import { type LoanRecord, lockLoan } from "./load-loans";
import { requireState } from "./transitions";

type LockedOffers = { merchant: MerchantRef; offers: LoanRecord[] };

/** And then the merchant itself, until the transaction ends: no offer is made, accepted or paid out meanwhile. */
export async function lockOffers(reach: Reach, ref: string): Promise<LockedOffers> {
  for (;;) {
    const locked = await tryToLock(reach, ref);
    if (locked) return locked;
  }
}

/** Null, with nothing locked, when an offer was made meanwhile: its row cannot be locked after the merchant's. */
async function tryToLock(reach: Reach, ref: string): Promise<LockedOffers | null> {
  try {
    return await transaction(async () => {
      const { merchantId } = await findMerchant(reach, ref);
      const offers: LoanRecord[] = [];
      for (const id of await offerIds(reach, merchantId)) offers.push(await lockLoan(reach, id));
      const merchant = await findMerchant(reach, ref, { lock: true });
      const known = new Set(offers.map(({ id }) => id));
      if ((await offerIds(reach, merchantId)).some((id) => !known.has(id))) throw new Overtaken();
      return { merchant, offers: offers.filter(({ status }) => isOffer(status)) };
    });
  } catch (error) {
    if (error instanceof Overtaken) return null;
    throw error;
  }
}

class Overtaken extends Error {}

async function offerIds(reach: Reach, merchantId: string): Promise<string[]> {
  const ofMerchant = [eq(loans.merchantId, merchantId), inArray(loans.status, offerStates)];
  const rows = await db()
    .select({ id: loans.id })
    .from(loans)
    .where(inReach(loans, reach, ...ofMerchant))
    .orderBy(loans.id);
  return rows.map(({ id }) => id);
}

/** Those whose payout the bank has been asked for stay: money may be on its way. Returns the loans that go on. */
export async function withdrawOffers(call: Call<LockedOffers & { reach: Reach }>): Promise<string[]> {
  const { actor, reach, merchant, offers, now } = call;
  for (const loan of offers) {
    if (await isBankAsked(loan)) continue;
    requireState(loan, "withdraw");
    await endOffer({ actor, loan, reason: "DISCONNECTED", now });
  }
  return runningLoans(reach, merchant.merchantId);
}

async function isBankAsked(loan: LoanRecord): Promise<boolean> {
  const asked = [eq(payouts.loanId, loan.id), eq(payouts.status, "PENDING"), isNotNull(payouts.askedAt)];
  const found = await db()
    .select({ id: payouts.id })
    .from(payouts)
    .where(inTenant(payouts, tenantOf(loan), ...asked));
  return found.length > 0;
}
