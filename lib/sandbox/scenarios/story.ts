import { transaction } from "@/db/client";
import type { Actor } from "@/lib/actor";
import { day, hour, later } from "@/lib/calendar";
import { type LoanRecord, lockLoan } from "@/lib/loans/load-loans";
import { fromKobo, type Kobo, plus } from "@/lib/money";
import { sandboxBank } from "@/lib/providers/bank";
import { sandboxMandates } from "@/lib/providers/mandate";
import { reachOf } from "@/lib/reach";
import { gatherPapers } from "@/lib/sandbox/borrowers/gather-papers";
import { type Borrower, makeBorrower } from "@/lib/sandbox/borrowers/make-borrower";
import { numberedShop } from "@/lib/sandbox/fixtures/shop.mjs";
import type { Told } from "@/lib/sandbox/schema";
import { acceptLoan } from "@/lib/sandbox/test-loans/accept-loan";
import type { BusinessTime, Clocks } from "@/lib/time";
import { passTime } from "./pass-time";

/** What happens to one loan, as far as it has been told. Day 0 begins with the disbursement. */
export type Story = {
  actor: Actor;
  ref: string;
  merchantId: string;
  loanId: string;
  begin: BusinessTime;
  /** Up to when everything has happened. */
  reached: BusinessTime;
  told: Told[];
  /** How many things have been given a name, so that names differ. */
  named: number;
};

/** A story that can be told again and again: each time the same amounts, on the same days, in the same order. */
export type Plot = Pick<Borrower, "asks" | "tenorDays"> & {
  /** How many days after the disbursement it is told. */
  days: number;
  /** Whether the merchant takes the offer, a day after it was made. */
  accepts: boolean;
  /** What happens after that, seen by nobody until it has all happened. */
  past: (story: Story) => Promise<void>;
  /** What happens once all that is past, in the present and beside everybody else. Not inside a transaction. */
  present?: (story: Story, now: BusinessTime) => Promise<void>;
};

/**
 * Makes a merchant with a loan and has everything happen to them that the plot says, at the moments at which it would have
 * happened, up to now. One transaction (docs/decisions/013): workers, who go by the present, never see a loan in the
 * middle of it. Not inside another: what takes an outside party is gathered before it begins, and where the story comes to a bank,
 * the sandbox's own answers, which asks nobody.
 */
export async function tellPast(
  call: { actor: Actor; plot: Plot; borrower: { ref: string; businessName: string } } & Clocks,
): Promise<Story> {
  const { actor, plot, now, realNow } = call;
  const { asks, tenorDays, days } = plot;
  const begin = later(now, -days * day);
  const { ref, businessName } = call.borrower;
  const shop = { ...numberedShop(900), businessName, email: `${ref}@merchant.example` };
  const papers = await gatherPapers({ actor, shop, realNow });
  return transaction(async () => {
    const offered = later(begin, -day);
    const { merchantId, loanId } = await makeBorrower({
      actor,
      borrower: { ref, asks, tenorDays },
      papers,
      now: offered,
    });
    const story: Story = { actor, ref, merchantId, loanId, begin, reached: offered, told: [], named: 0 };
    const { principal, interest } = await loanOf(story);
    tell(
      story,
      offered,
      `A lender offers ${naira(principal)} for ${naira(plus(principal, interest))} in ${tenorDays} days.`,
    );
    if (plot.accepts) {
      const parties = { bank: sandboxBank, mandates: sandboxMandates };
      await acceptLoan({ actor, loanId, input: {}, now: begin }, parties);
      tell(story, begin, "The merchant accepts; the money is paid out: loan.disbursed.");
    }
    await plot.past(story);
    await passTime(story, now);
    return story;
  });
}

/** A moment of the story: so many days, and hours, after the disbursement. */
export function dayOf({ begin }: Story, days: number, hours = 0): BusinessTime {
  return later(begin, days * day + hours * hour);
}

/** Adds a line to the story. */
export function tell(story: Story, at: BusinessTime, what: string): void {
  story.told.push({ at: at.toISOString(), what });
}

/** The loan as it stands, locked. */
export function loanOf({ actor, loanId }: Pick<Story, "actor" | "loanId">): Promise<LoanRecord> {
  return lockLoan(reachOf(actor), loanId);
}

/** A name for something of the story that no other story uses. */
export function nameFor(story: Story, kind: string): string {
  story.named += 1;
  return `${story.ref}-${kind}-${story.named}`;
}

/** An amount for people. */
export function naira(kobo: Kobo): string {
  return `₦${fromKobo(kobo).toLocaleString("en", { minimumFractionDigits: 2 })}`;
}
