import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { events } from "@/db/schema/webhooks";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { day, later, minute } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import type { RepaymentReceipt } from "@/lib/lending/repayments/report";
import { outstanding, overpaid, refundReceivable, totalPaid } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import { instant } from "@/test/time";
import { type DisbursedLoanTerms, disbursedLoan, reloadLoan, usualLoan } from "./disbursed-loan";
import { anyMerchant } from "./kyc";
import { anyReference, deductedEvent, type ReportedLoan, report, reversedEvent } from "./repayment";

/** When the reports on a serviced loan begin, in business time: ten days after its disbursement. */
const servicingStart = instant("2026-10-01T08:00:00Z");

/** A moment so many minutes after that. */
export function minuteOf(minutes: number): BusinessTime {
  return later(servicingStart, minutes * minute);
}

/** How a serviced loan stands before anything is reported on it. */
export const outset = {
  ...{ status: "ACTIVE", paid: 0, overpaid: 0, receivable: 0 },
  ...{ principal: usualLoan.principal, interest: usualLoan.interest },
};

type Told = {
  reference?: string;
  at?: BusinessTime;
  now?: BusinessTime;
  eventId?: string;
  balance?: [due: number, paid: number];
};

/** A loan with everything at hand to report on it and to see what comes of that. Money in kobo. */
export class ServicedLoan {
  readonly actor: Actor;
  readonly named: ReportedLoan;
  private minutes = 0;

  constructor(
    readonly tenant: Tenant,
    readonly loan: LoanRecord,
  ) {
    this.actor = { kind: "webhook", tenant };
    const { id, reference, thirdPartyCustomerId } = loan;
    this.named = { id, reference, thirdPartyCustomerId, marketplaceId: tenant.marketplaceId };
  }

  /** Reports an event; a minute after the last one unless `now` is given. */
  send(event: RepaymentEvent, now = this.tick()): Promise<RepaymentReceipt> {
    return report(this.actor, event, now);
  }

  deduct(amount: number, told: Told = {}): Promise<RepaymentReceipt> {
    const now = told.now ?? this.tick();
    return this.send(deductedEvent(this.named, { amount, ...saidOf(told, now, "ded") }), now);
  }

  reverse(originalReference: string, amount: number, told: Told = {}): Promise<RepaymentReceipt> {
    const now = told.now ?? this.tick();
    return this.send(reversedEvent(this.named, { originalReference, amount, ...saidOf(told, now, "rev") }), now);
  }

  /** A minute later than the time before. */
  tick(): BusinessTime {
    this.minutes += 1;
    return minuteOf(this.minutes);
  }

  row(): Promise<LoanRecord> {
    return reloadLoan(this.tenant, this.loan.id);
  }

  /** Where it stands: what the row says. */
  async figures() {
    const row = await this.row();
    const book = bookOf(row);
    const left = outstanding(book);
    return {
      status: row.status,
      paid: totalPaid(book),
      principal: left.principal,
      interest: left.interest,
      overpaid: overpaid(book) + 0,
      receivable: refundReceivable(book) + 0,
    };
  }

  /** The sums of its entries by account, those that are not zero. */
  async accounts(): Promise<Record<string, number>> {
    const rows = await db().execute<{ account: string; amount: number }>(sql`
      select e.account, sum(e.amount)::float8 as amount from journals j join ledger_entries e on e.journal_id = j.id
      where j.loan_id = ${this.loan.id} group by e.account having sum(e.amount) <> 0`);
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
  }

  /** Its journals in order, without those of the disbursement. */
  async journals(): Promise<string[]> {
    const rows = await db().execute<{ type: string }>(sql`
      select type from journals where loan_id = ${this.loan.id} and type not in ('DISBURSEMENT', 'INTEREST') order by number`);
    return rows.map(({ type }) => type);
  }

  /** How the money of those journals came. */
  async sources(): Promise<(string | null)[]> {
    const rows = await db().execute<{ source: string | null }>(sql`
      select source from journals where loan_id = ${this.loan.id} and type not in ('DISBURSEMENT', 'INTEREST') order by number`);
    return rows.map(({ source }) => source);
  }

  /** The bodies of its events in order. */
  async events(): Promise<Record<string, unknown>[]> {
    const rows = await db()
      .select({ body: events.body })
      .from(events)
      .where(
        and(eq(events.merchantId, this.loan.merchantId), sql`${events.body}::json->'loan'->>'id' = ${this.loan.id}`),
      )
      .orderBy(asc(events.sequence));
    return rows.map(({ body }) => JSON.parse(body));
  }

  /** The types of its events in order. */
  async eventTypes(): Promise<unknown[]> {
    return (await this.events()).map(({ event }) => event);
  }

  /** Its breaks, oldest first. */
  async breaks() {
    return db().select().from(breaks).where(eq(breaks.loanId, this.loan.id)).orderBy(asc(breaks.id));
  }

  /** Type and status of its breaks, oldest first. */
  async breakTypes(): Promise<string[]> {
    return (await this.breaks()).map(({ type, status }) => `${type} ${status}`);
  }
}

function saidOf({ reference, at, eventId, balance }: Told, now: BusinessTime, prefix: string) {
  const said = { reference: reference ?? anyReference(prefix), at: at ?? now, timestamp: now, eventId };
  if (!balance) return said;
  const [due, paid] = balance;
  return { ...said, balance: { due, paid, outstanding: due - paid } };
}

/** A loan that is out for ten days, of a merchant of its own unless one is given. */
export async function servicedLoan(tenant: Tenant, terms: Partial<DisbursedLoanTerms> = {}): Promise<ServicedLoan> {
  const merchantId = terms.merchantId ?? (await anyMerchant(tenant)).merchantId;
  const disbursedAt = later(servicingStart, -10 * day);
  return new ServicedLoan(tenant, await disbursedLoan(tenant, { disbursedAt, ...terms, merchantId }));
}
