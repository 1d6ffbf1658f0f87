import type postgres from "postgres";
import { readLedger } from "@/lib/loans/ledger/check";
import { differencesIn } from "@/lib/loans/ledger/find-differences";

/** Loans whose books are also checked as the service checks them, one by one. */
const sampled = 100;

/**
 * Whether what was written holds together: the ledger by sums over all of it, in SQL that shares nothing with what booked it, and
 * some loans as the service checks them; and every reference of the tables, which nothing looked at as they were filled.
 * @returns what does not, in a line each
 */
export async function checkPortfolio(
  sql: postgres.Sql,
  marketplaceId: string,
  tables: readonly string[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [what, query] of Object.entries(ledgerQuestions)) {
    const [row] = await sql.unsafe<{ count: number }[]>(query, [marketplaceId]);
    if (row && row.count > 0) wrong.push(`${what}: ${row.count}`);
  }
  for (const { name, query } of await referencesOf(sql, tables)) {
    const [row] = await sql.unsafe<{ count: number }[]>(query);
    if (row && row.count > 0) wrong.push(`rows whose ${name} refers to nothing: ${row.count}`);
  }
  const loans = await sql<{ id: string }[]>`select id from loans where marketplace_id = ${marketplaceId}
    order by hashtext(id), id limit ${sampled}`;
  for (const { id } of loans) {
    const found = differencesIn(await readLedger(id));
    if (found) wrong.push(`the books of ${id}: ${JSON.stringify(found)}`);
  }
  return wrong;
}

const mine = "l.marketplace_id = $1 and l.environment = 'test'";
const entriesOf = (accounts: string) => `coalesce(sum(e.amount) filter (where e.account in (${accounts})), 0)`;

/** Each counts what is wrong. */
const ledgerQuestions: Record<string, string> = {
  "journals that do not add up to zero": `select count(*)::int from (
    select from loans l join journals j on j.loan_id = l.id left join ledger_entries e on e.journal_id = j.id
    where ${mine} group by j.id having coalesce(sum(e.amount), 1) <> 0) one`,
  "loans whose journals are not those they count": `select count(*)::int from (
    select from loans l left join journals j on j.loan_id = l.id where ${mine}
    group by l.id having count(j.id) <> l.journal_number or coalesce(max(j.number), 0) <> l.journal_number) one`,
  "loans whose deductions are not what they received": `select count(*)::int from (
    select from loans l left join repayment_events r on r.loan_id = l.id where ${mine}
    group by l.id having coalesce(sum(r.amount), 0) <> l.received + l.held) one`,
  "loans whose instalments are not what was agreed": `select count(*)::int from (
    select from loans l left join loan_installments i on i.loan_id = l.id where ${mine}
    group by l.id having sum(i.amount) <> l.principal + l.interest or sum(i.interest) <> l.interest) one`,
  "loans whose entries are not what is owed of them": `select count(*)::int from (
    select from loans l left join journals j on j.loan_id = l.id left join ledger_entries e on e.journal_id = j.id
    where ${mine} group by l.id
    having ${entriesOf("'PRINCIPAL', 'INTEREST'")} <> case when l.status in ('ACTIVE', 'DEFAULTED') then
        l.principal + l.interest - l.received else 0 end
      or ${entriesOf("'CASH'")} <> l.received - case when l.disbursed_at is null then 0 else l.principal end
      or ${entriesOf("'WRITE_OFF'")} <> case when l.status = 'WRITTEN_OFF' then
        l.principal + l.interest - l.received else 0 end) one`,
  "loans that are repaid and owe, or owe nothing and are not": `select count(*)::int from loans l where ${mine}
    and l.disbursed_at is not null and (l.status = 'REPAID') <> (l.received >= l.principal + l.interest)`,
};

/** Of each reference of the tables a query that counts the rows for which it does not hold. */
async function referencesOf(sql: postgres.Sql, tables: readonly string[]): Promise<{ name: string; query: string }[]> {
  return sql`
    select c.conname as name, format('select count(*)::int from %s child where %s and not exists (select from %s parent where %s)',
      c.conrelid::regclass, string_agg(format('child.%I is not null', own.attname), ' and '), c.confrelid::regclass,
      string_agg(format('parent.%I = child.%I', theirs.attname, own.attname), ' and ')) as query
    from pg_constraint c
    cross join lateral unnest(c.conkey, c.confkey) as pair(own, theirs)
    join pg_attribute own on own.attrelid = c.conrelid and own.attnum = pair.own
    join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attnum = pair.theirs
    where c.contype = 'f' and c.conrelid = any(array(select to_regclass(name) from unnest(${[...tables]}::text[]) name))
    group by c.oid order by 1`;
}
