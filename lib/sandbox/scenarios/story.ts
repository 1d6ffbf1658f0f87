import { transaction } from "@/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { fromKobo, type Kobo, nairaText, plus } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime, Clocks } from "@/lib/kernel/time";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { sandboxBank } from "@/lib/platform/providers/bank";
import { sandboxMandates } from "@/lib/platform/providers/mandate";
import { gatherPapers } from "@/lib/sandbox/test-helpers/borrowers/gather-papers";
import { type Borrower, makeBorrower } from "@/lib/sandbox/test-helpers/borrowers/make-borrower";
import type { Told } from "@/lib/sandbox/test-helpers/schema";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { drawnShop, numberedShop } from "@/lib/terms/fixtures/shop.mjs";
import { passTime } from "./pass-time";

/** The story of one loan so far. Day 0 begins with the disbursement. */
export type Story = {
  actor: Actor;
  ref: string;
  merchantId: string;
  loanId: string;
  begin: BusinessTime;
  /** The time up to which everything has happened. */
  reached: BusinessTime;
  told: Told[];
  /** Counter that keeps names unique. */
  named: number;
};

/** A repeatable story: always the same amounts, on the same days, in the same order. */
export type Scenario = Pick<Borrower, "asks" | "tenorDays"> & {
  /** Its length, in days after the disbursement. */
  days: number;
  /** Whether the merchant accepts the offer, a day after it was made. */
  accepts: boolean;
  /** The account it gives, if not the usual one. */
  accountNumber?: string;
  /** What happens next; others see it once all of it has happened. */
  past: (story: Story) => Promise<void>;
  /** What happens afterwards, in the present and visible to others. Not inside a transaction. */
  present?: (story: Story, now: BusinessTime) => Promise<void>;
};

/**
 * Creates a merchant with a loan and plays the scenario on them, each event at the time it would have happened, up to
 * now. In one transaction (docs/decisions/013): workers, who act in the present, never see a loan halfway through. Not
 * inside another one: outside parties are asked before it begins, and the bank in the story is the sandbox's own, which
 * makes no calls.
 */
export async function tellPast(
  call: { actor: Actor; scenario: Scenario; borrower: { ref: string; businessName: string } } & Clocks,
): Promise<Story> {
  const { actor, scenario, now, realNow } = call;
  const { asks, tenorDays, days } = scenario;
  const begin = later(now, -days * day);
  const { ref, businessName } = call.borrower;
  // Whoever shares a BVN is one borrower, at whatever marketplace: each story has its own.
  const { bvn } = drawnShop(sha256(`${actor.tenant.marketplaceId} ${ref}`));
  const shop = { ...numberedShop(900), bvn, businessName, email: `${ref}@merchant.example` };
  const papers = await gatherPapers({ actor, shop, realNow });
  return transaction(async () => {
    const offered = later(begin, -day);
    const borrower = { ref, asks, tenorDays };
    const { merchantId, loanId } = await makeBorrower({ actor, borrower, papers, now: offered });
    const story: Story = { actor, ref, merchantId, loanId, begin, reached: offered, told: [], named: 0 };
    const { principal, interest } = await loanOf(story);
    const total = naira(plus(principal, interest));
    tell(story, offered, `A lender offers ${naira(principal)} for ${total} in ${tenorDays} days.`);
    if (scenario.accepts) {
      const parties = { bank: sandboxBank, mandates: sandboxMandates };
      const { accountNumber } = scenario;
      const input = accountNumber === undefined ? {} : { accountNumber };
      await acceptLoan({ actor, loanId, input, now: begin }, parties);
      tell(story, begin, "The merchant accepts; the money is paid out: loan.disbursed.");
    }
    await scenario.past(story);
    await passTime(story, now);
    return story;
  });
}

/** A moment of the story: this many days and hours after the disbursement. */
export function dayOf({ begin }: Story, days: number, hours = 0): BusinessTime {
  return later(begin, days * day + hours * hour);
}

export function tell(story: Story, at: BusinessTime, what: string): void {
  story.told.push({ at: at.toISOString(), what });
}

/** The loan in its current state, locked. */
export function loanOf({ actor, loanId }: Pick<Story, "actor" | "loanId">): Promise<LoanRecord> {
  return lockLoan(reachOf(actor), loanId);
}

export function nameFor(story: Story, kind: string): string {
  story.named += 1;
  return `${story.ref}-${kind}-${story.named}`;
}

export function naira(amount: Kobo): string {
  return nairaText(fromKobo(amount));
}
