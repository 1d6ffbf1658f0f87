import { expectSoundBooks } from "@/e2e/audit";
import type { Answer, Json } from "@/e2e/client";
import { expect, openMarketplace, test } from "@/e2e/fixtures";
import { openLending, reportsOf } from "@/e2e/lending";
import { mortalInstance } from "@/e2e/mortal-instance";
import { openEmbedded } from "@/e2e/use-journey";

const mortal = mortalInstance();

/** Deductions of each loan; every fifth is reversed in part. */
const deductions = 60;
const reversals = deductions / 5;

for (const what of ["the web server", "service, web server and database"] as const) {
  test(`${what} killed in a storm of repayments: what was acknowledged is booked once, the rest when it comes again`, async () => {
    const marketplace = await openMarketplace(mortal.instance.address, mortal.sql);
    const { marketplaceId } = marketplace;
    const lending = await openLending(marketplace, mortal.sql);
    const borrowers = [await lending.borrow("storm-1"), await lending.borrow("storm-2")];
    // Deductions of different amounts, some of them reversed, a few of the reversals before their deductions.
    const events: Json[] = borrowers.flatMap((borrower) => {
      const reports = reportsOf(borrower);
      return Array.from({ length: deductions }, (_, i) => {
        const deduction = reports.deducted(`D-${i}`, 100 + i / 100);
        const reversal = i % 5 === 0 ? [reports.reversed(`R-${i}`, `D-${i}`, 50.01)] : [];
        return i % 10 === 0 ? [...reversal, deduction] : [deduction, ...reversal];
      }).flat();
    });
    const sentAt = new Date().toISOString();
    for (const event of events) event.timestamp = sentAt;

    const acknowledged = new Map<string, Json>();
    const post = async (event: Json): Promise<Answer | undefined> => {
      const answer = await lending.send("repayment", event).catch(() => undefined);
      if (answer?.status === 200) acknowledged.set(event.event_id, answer.json);
      return answer;
    };
    // Killed while twelve are under way and most have not begun.
    let killed = false;
    const killAmidStorm = () => {
      if (killed || acknowledged.size < 30) return;
      killed = true;
      mortal.kill(what);
    };
    const waiting = [...events];
    const stormers = Array.from({ length: 12 }, async () => {
      for (let event = waiting.shift(); event; event = waiting.shift()) {
        await post(event);
        killAmidStorm();
      }
    });
    await Promise.all(stormers);
    expect(killed).toBe(true);
    expect(acknowledged.size).toBeLessThan(events.length);
    await mortal.died();
    await mortal.startAgain();
    const { sql } = mortal;

    // Acknowledged is kept: each has its report, and nothing that has a report has it twice.
    const kept = await sql`select event_id, id from repayment_events where marketplace_id = ${marketplaceId}`;
    const ids = new Map(kept.map(({ event_id, id }) => [event_id, id]));
    expect(ids.size).toBe(kept.length);
    for (const [eventId, receipt] of acknowledged) expect(ids.get(eventId)).toBe(receipt.service_reference);

    // Whoever was not answered sends again; so may everybody else, and gets the first answer.
    for (const event of events) {
      const first = acknowledged.get(event.event_id);
      const answer = await post(event);
      expect(answer?.status, answer?.text).toBe(200);
      if (first) expect(answer?.json).toEqual(first);
    }
    await expectSoundBooks(sql);
    for (const { loanId } of borrowers) {
      const extra = (deductions * (deductions - 1)) / 2;
      const paid = (deductions * 10_000 + extra - reversals * 5_001) / 100;
      expect(await lending.status(loanId)).toMatchObject({ status: "ACTIVE", totalPaid: paid, overpaid: 0 });
      const explained = await lending.explain(loanId);
      expect(explained).toMatchObject({ verified: true, balances: { totalPaid: paid } });
      const [sums] = await sql`select (sum(e.amount) filter (where e.account = 'CASH'))::float8 as cash,
          count(distinct j.repayment_event_id)::int as booked, count(distinct j.id)::int as journals
        from journals j join ledger_entries e on e.journal_id = j.id where j.loan_id = ${loanId}`;
      const booked = deductions + reversals;
      // Two journals are the disbursement's; every deduction and every reversal has one of its own.
      expect(sums).toEqual({ cash: Math.round(paid * 100) - 120_000_00, booked, journals: booked + 2 });
      const [loan] = await sql`select received::float8, held::float8, held_reversals from loans where id = ${loanId}`;
      expect(loan).toEqual({ received: Math.round(paid * 100), held: 0, held_reversals: 0 });
    }
    await marketplace.receiver.stop();
  });
}

test("service, web server and database killed while the bank is asked for debits: each is made once and booked once", async () => {
  const marketplace = await openMarketplace(mortal.instance.address, mortal.sql);
  const lending = await openLending(marketplace, mortal.sql);
  const slow = await lending.borrow("pays-slowly", {}, { accountNumber: "0123453333" });
  const others = [await lending.borrow("pays-1"), await lending.borrow("pays-2")];
  // Beyond the days in which a loan can be ended without interest.
  await lending.advance(4);
  const acknowledged = new Map<string, string>();
  const payerOf = async ({ id, loanId }: (typeof others)[number]) => {
    const journey = await openEmbedded(marketplace, id);
    return async (click: number): Promise<Answer | undefined> => {
      const requestId = `${id}-${click}`;
      const body = { amount: 1_000 + click, requestId };
      const answer = await journey
        .call("POST", `/api/v1/embed/loans/${loanId}/payments`, { body })
        .catch(() => undefined);
      const known = acknowledged.get(requestId);
      if (known && answer) expect(answer.json.id).toBe(known);
      if (answer?.status === 200) acknowledged.set(requestId, answer.json.id);
      return answer;
    };
  };
  const paySlowly = await payerOf(slow);
  await paySlowly(0);
  const asked = () =>
    mortal.sql`select asked_at is not null as asked, status from payments where loan_id = ${slow.loanId}`;
  await expect.poll(async () => [...(await asked())]).toEqual([{ asked: true, status: "PENDING" }]);

  let killed = false;
  const clicks = 40;
  const payers = await Promise.all(others.map(payerOf));
  await Promise.all(
    payers.map(async (pay) => {
      for (let click = 0; click < clicks && !killed; ) {
        const answer = await pay(click);
        if (answer?.status === 200) click += 1;
        if (killed || acknowledged.size < 12) continue;
        killed = true;
        mortal.kill("service, web server and database");
      }
    }),
  );
  expect(killed).toBe(true);
  await mortal.died();
  await mortal.startAgain();

  for (const click of Array.from({ length: 8 }, (_, i) => i)) {
    for (const pay of payers) await expect.poll(async () => (await pay(click))?.status).toBe(200);
  }
  await paySlowly(0);
  await lending.advance(1);
  const { sql } = mortal;
  const ids = [...acknowledged.values()];
  const stored = await sql`select p.id, p.status, count(j.id)::int as booked from payments p
    left join journals j on j.payment_id = p.id where p.loan_id in ${sql([slow, ...others].map(({ loanId }) => loanId))}
    group by p.id, p.status`;
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(stored.filter(({ status, booked }) => status !== "CONFIRMED" || booked !== 1)).toEqual([]);
  await expectSoundBooks(sql);
  for (const { loanId } of [slow, ...others]) {
    const [sum] = await sql`select sum(amount)::float8 / 100 as paid from payments where loan_id = ${loanId}`;
    expect(await lending.status(loanId)).toMatchObject({ totalPaid: sum?.paid, overpaid: 0 });
  }
  await marketplace.receiver.stop();
});
