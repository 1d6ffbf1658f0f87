import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { expectSoundBooks } from "@/e2e/audit";
import { addRail } from "@/e2e/database";
import { expect, openMarketplace, test } from "@/e2e/fixtures";
import { type Borrower, openLending } from "@/e2e/lending";
import { mortalInstance, soon } from "@/e2e/mortal-instance";
import { paystackAt } from "@/test/paystack/remote";

let standIn: ChildProcess;
let control: ReturnType<typeof paystackAt>;

/** The stand-in is a process of its own: its books outlive whatever happens to the service. */
const mortal = mortalInstance(async () => {
  const now = new Date().toISOString();
  standIn = fork("test/paystack/start.mjs", [JSON.stringify({ now })], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [{ url, controlUrl }] = await once(standIn, "message");
  control = paystackAt(controlUrl);
  return { PAYSTACK_URL: url };
});
test.afterAll(async () => {
  standIn?.kill("SIGTERM");
  if (standIn) await once(standIn, "exit");
});

/** An account in somebody else's name: the payout is held, and so can be given its rail. */
const account = { bankCode: "058", accountNumber: "0123457777" };

/** Where each of four orders stands when everything dies. */
const moments = ["before it is sent", "on its way", "paid, before the answer", "answered, before the record"] as const;
type Moment = (typeof moments)[number];
type Order = { moment: Moment; reference: string; loanId: string };

for (const what of ["the web server", "service, web server and database"] as const) {
  test(`${what} killed between order, call, answer and record: Paystack pays each once, as the ledger has it`, async () => {
    const { instance, sql, dataDir } = mortal;
    const marketplace = await openMarketplace(instance.address, sql);
    const lending = await openLending(marketplace, sql);
    const { railId, key, integration } = await addRail(sql, dataDir);
    const owner = `${integration} live`;
    await control.keys.add(key, integration);
    await control.money.topUp(owner, 10 * 120_000_00);
    await control.accounts.set({ bankCode: account.bankCode, number: account.accountNumber, name: "Somebody" });
    const orders: Order[] = [];
    for (const [at, moment] of moments.entries()) {
      const borrower: Borrower = await lending.offer(`paid-${at}`);
      await lending.help(borrower.loanId, "accept", account);
      const [held] = await sql`select reference from payouts where loan_id = ${borrower.loanId} and status = 'HELD'`;
      orders.push({ moment, loanId: borrower.loanId, reference: held?.reference });
    }
    const [unsent, onItsWay, paid, answered] = orders.map(({ reference }) => reference);
    const call = { method: "POST", path: "/transfer" };
    await control.faults.plan(
      { path: "/transfer/verify", reference: unsent, wire: "silence" },
      { ...call, reference: onItsWay, wire: "slow", milliseconds: 9_000 },
      { ...call, reference: paid, wire: "acted, then silence" },
      { ...call, reference: answered, wire: "slow", milliseconds: 1_500 },
    );

    // Released by hand, since test data has no rail: all at once, so that all four are under way together.
    const ids = orders.map(({ loanId }) => loanId);
    await sql.begin(async (tx) => {
      await tx`update payouts set status = 'PENDING', rail_id = ${railId}, waits_for = null, waits_because = null,
        due_at = now() where loan_id in ${tx(ids)} and status = 'HELD'`;
      await tx`update loans set status = 'DISBURSING', payout_held_until = null where id in ${tx(ids)}`;
    });
    const asked = async (reference = "", method = "GET") =>
      (await control.requests.all()).filter((one) => one.reference === reference && one.method === method);
    await expect.poll(async () => (await asked(answered, "POST")).length, soon).toBe(1);
    // What is answered now is not recorded before its loan is free.
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select id from loans where id = ${ids[3] ?? ""} for update`;
    await expect.poll(async () => (await asked(answered)).filter(({ status }) => status === 200).length, soon).toBe(1);
    const [silent, slow, sent] = [await asked(unsent), await asked(onItsWay, "POST"), await asked(paid, "POST")];
    expect([silent, slow, sent].map((list) => list.length)).toEqual([1, 1, 1]);
    const transfers = async () => (await control.books.transfers()).filter((one) => one.owner === owner);
    const arrived = async () => (await transfers()).map(({ reference }) => reference).sort();
    expect(await arrived()).toEqual([paid, answered].sort());
    mortal.kill(what);
    await mortal.died();
    // Nobody waits any more for the one on its way; it arrives all the same.
    await expect.poll(arrived).toContain(onItsWay);
    await mortal.startAgain();

    const stateOf = async () =>
      mortal.sql`select l.status as loan, p.status as payout, count(*)::int as payouts from payouts p
        join loans l on l.id = p.loan_id where l.id in ${mortal.sql(ids)} group by 1, 2`;
    await expect
      .poll(async () => [...(await stateOf())])
      .toEqual([{ loan: "ACTIVE", payout: "CONFIRMED", payouts: 4 }]);
    await expectSoundBooks(mortal.sql);
    expect(await arrived()).toEqual(orders.map(({ reference }) => reference).sort());
    expect(await control.books.paidTwice()).toEqual([]);
    const [{ out } = { out: 0 }] =
      await mortal.sql`select sum(principal)::float8 as out from loans where id in ${mortal.sql(ids)}`;
    expect(await control.books.totalPaidOut(owner)).toBe(out);
    await marketplace.receiver.stop();
  });
}
