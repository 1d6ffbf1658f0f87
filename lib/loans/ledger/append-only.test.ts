import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newId } from "@/lib/kernel/ids";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { useDatabase } from "@/test/database";
import { disbursedLoan } from "@/test/factories/disbursed-loan";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";

useDatabase();

let loan: LoanRecord;
let journalId = "";
beforeAll(async () => {
  const { test: tenant } = await createMarketplace();
  loan = await disbursedLoan(tenant, { merchantId: (await anyMerchant(tenant)).merchantId });
  const [journal] = await db().execute<{ id: string }>(sql`select id from journals where loan_id = ${loan.id} limit 1`);
  journalId = journal?.id ?? "";
});

/** The database's error code for a statement, or null. */
async function refusal(statement: ReturnType<typeof sql>): Promise<unknown> {
  return db()
    .execute(statement)
    .then(
      () => null,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
}

const newJournal = (id: string, number = 99) => sql`
  insert into journals (id, marketplace_id, environment, loan_id, number, type, occurred_at, recorded_at)
  values (${id}, ${loan.marketplaceId}, ${loan.environment}, ${loan.id}, ${number}, 'REPAYMENT', now(), now())`;

async function everything() {
  return db().execute(sql`
    select j.*, e.account, e.amount from journals j join ledger_entries e on e.journal_id = j.id order by j.id, e.account`);
}

describe("what is booked", () => {
  const restrictViolation = "23001";

  test.each([
    ["update ledger_entries set amount = amount + 1"],
    ["update ledger_entries set amount = 0 where false"],
    ["delete from ledger_entries"],
    ["truncate ledger_entries"],
    ["truncate journals cascade"],
    ["update journals set type = 'REVERSAL'"],
    ["update journals set occurred_at = now()"],
    ["delete from journals"],
    ["with gone as (delete from ledger_entries returning 1) select 1 from gone"],
    ["truncate loans cascade"],
  ])("stays: %s", async (statement) => {
    const before = await everything();
    expect(before.length).toBeGreaterThan(3);
    expect(await refusal(sql.raw(statement))).toBe(restrictViolation);
    expect(await everything()).toEqual(before);
  });

  test("cannot be overwritten by an insert either", async () => {
    const before = await everything();
    const overwrite = sql`insert into ledger_entries (journal_id, account, amount)
      select journal_id, account, 1 from ledger_entries where journal_id = ${journalId}
      on conflict (journal_id, account) do update set amount = 0`;
    expect(await refusal(overwrite)).toBe(restrictViolation);
    expect(await everything()).toEqual(before);
  });
});

describe("what was done, and told", () => {
  test.each([
    ["update audit_log set actor = 'nobody'"],
    ["delete from audit_log where false"],
    ["truncate audit_log"],
    ["update events set body = '{}'"],
    ["truncate events cascade"],
  ])("stays: %s", async (statement) => {
    expect(await db().execute(sql`select from events`)).not.toHaveLength(0);
    expect(await refusal(sql.raw(statement))).toBe("23001");
  });
});

describe("a journal", () => {
  const checkViolation = "23514";

  test.each([
    { what: "one side alone", entries: [["CASH", 500]] },
    {
      what: "two sides that differ",
      entries: [
        ["CASH", 500],
        ["PRINCIPAL", -499],
      ],
    },
    {
      what: "three that do not add up",
      entries: [
        ["CASH", 500],
        ["PRINCIPAL", -300],
        ["INTEREST", -199],
      ],
    },
  ])("is refused whole: $what", async ({ entries }) => {
    const id = newId("journal");
    const accounts = entries.map(([account]) => account);
    const amounts = entries.map(([, amount]) => amount);
    const both = sql`with journal as (${newJournal(id)} returning id)
      insert into ledger_entries (journal_id, account, amount)
      select journal.id, entry.account, entry.amount
      from journal, unnest(${sql.param(accounts)}::text[], ${sql.param(amounts)}::bigint[]) entry(account, amount)`;
    expect(await refusal(both)).toBe(checkViolation);
    expect(await db().execute(sql`select from journals where id = ${id}`)).toHaveLength(0);
  });

  test("takes no single entry afterwards, and no second of an account", async () => {
    const one = (account: string, amount: number) =>
      sql`insert into ledger_entries (journal_id, account, amount) values (${journalId}, ${account}, ${amount})`;
    expect(await refusal(one("WRITE_OFF", 5))).toBe(checkViolation);
    expect(await refusal(one("CASH", 5))).toBe("23505");
  });

  test("takes no balanced pair afterwards either, and is none without entries", async () => {
    const pair = sql`insert into ledger_entries (journal_id, account, amount)
      values (${journalId}, 'WRITE_OFF', 5), (${journalId}, 'RECOVERY', -5)`;
    expect(await refusal(pair)).toBe("23001");
    expect(await refusal(newJournal(newId("journal")))).toBe(checkViolation);
  });

  test("balances by itself, not together with another; nor does a number come twice", async () => {
    const [one, other] = [newId("journal"), newId("journal")];
    const across = sql`with first as (${newJournal(one)} returning id), second as (${newJournal(other, 100)} returning id)
      insert into ledger_entries (journal_id, account, amount)
      select id, 'CASH', 5 from first union all select id, 'PRINCIPAL', -5 from second`;
    expect(await refusal(across)).toBe(checkViolation);
    expect(await refusal(newJournal(one, 1))).toBe("23505");
    expect(await db().execute(sql`select from journals where id in (${one}, ${other})`)).toHaveLength(0);
  });
});
