import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { businessNameOf } from "@/db/business-name";
import { rowsOf } from "@/db/rows";
import type { Environment } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { contains, patternOf, wordsOf } from "@/lib/surfaces/dashboard/merchants-named";
import { maxDirectors } from "@/lib/terms/kyc/constants";
import { type LoanState, type LoanStatus, loanStates, shownStatus } from "@/lib/terms/loans/states";

/** So many merchants are shown. */
const mostFound = 20;

/** Rows of each way to be known: enough for so many merchants, whichever of their directors have a name. */
const mostRead = mostFound * maxDirectors;

/** By what somebody was found. */
export const callerTraces = ["LOAN", "MERCHANT", "PHONE", "ACCOUNT", "EMAIL", "NAME", "DIRECTOR", "ORDER"] as const;
export type CallerTrace = (typeof callerTraces)[number];

export type Caller = {
  merchantId: string;
  businessName: string;
  thirdPartyCustomerId: string | null;
  marketplace: string;
  by: CallerTrace[];
  /** Newest first, at most five. */
  loans: { id: string; reference: string; status: LoanStatus }[];
};

const traceRow = z.strictObject({ merchantId: z.string(), by: z.enum(callerTraces) });
const callerRow = z.strictObject({
  merchantId: z.string(),
  businessName: z.string(),
  thirdPartyCustomerId: z.string().nullable(),
  marketplace: z.string(),
  loans: z.array(z.strictObject({ id: z.string(), reference: z.string(), status: z.enum(loanStates) })).nullable(),
});

/**
 * Whom somebody on the telephone may be, by anything they say: a name, the last four digits of a telephone or account number,
 * an e-mail address, an order, a loan's reference or an id. Never by an identity number, nor by a part of an address.
 * Each is looked up by an index, in every marketplace, and what is found is cut off.
 */
export async function findCaller(
  environment: Environment,
  said: string,
): Promise<{ callers: Caller[]; more: boolean }> {
  const q = said.trim();
  const found = await Promise.all(
    traces(environment, q).map(
      (trace) => rowsOf(traceRow)`select t.merchant_id as "merchantId", t.by from (${trace}) t limit ${mostRead + 1}`,
    ),
  );
  const cut = found.some((rows) => rows.length > mostRead);
  const by = new Map<string, CallerTrace[]>();
  for (const { merchantId, by: trace } of found.flat()) by.set(merchantId, [...(by.get(merchantId) ?? []), trace]);
  const ids = [...by.keys()];
  const shown = ids.slice(0, mostFound);
  const rows = await rowsOf(callerRow)`
    select m.id as "merchantId", ${businessNameOf(sql`m`)} as "businessName", m.third_party_customer_id as "thirdPartyCustomerId",
      k.name as marketplace, (select json_agg(json_build_object('id', l.id, 'reference', l.reference, 'status', l.status))
        from (select * from loans where merchant_id = m.id order by id desc limit 5) l) as loans
    from merchants m join marketplaces k on k.id = m.marketplace_id
    where m.environment = ${environment} and m.id = any(${sql.param(shown)}::text[])`;
  const callers = shown.flatMap((id) => {
    const row = rows.find(({ merchantId }) => merchantId === id);
    return row ? [{ ...row, by: [...new Set(by.get(id))], loans: (row.loans ?? []).map(shownLoan) }] : [];
  });
  return { callers, more: cut || ids.length > mostFound };
}

function shownLoan({ status, ...loan }: { id: string; reference: string; status: LoanState }) {
  return { ...loan, status: shownStatus(status) };
}

/** What these words can be. The first named leads the list. */
function traces(environment: Environment, q: string): SQL[] {
  if (q === "") return [];
  if (isId("loan", q)) return [loanBy(environment, sql`l.id = ${q}`)];
  if (isId("merchant", q)) return [sql`select ${q}::text as merchant_id, 'MERCHANT' as by`];
  if (/^LN-/i.test(q)) return [loanBy(environment, sql`l.reference = ${q.toUpperCase()}`)];
  if (q.includes("@")) return addressed(environment, q.toLowerCase());
  const orders = orderedBy(environment, q);
  if (/^\d{4}$/.test(q)) return [...endingIn(environment, q), ...orders];
  return [...orders, ...named(environment, wordsOf(q))];
}

function loanBy(environment: Environment, is: SQL): SQL {
  return sql`select l.merchant_id, 'LOAN' as by from loans l where ${is} and l.environment = ${environment}`;
}

function endingIn(environment: Environment, end: string): SQL[] {
  const phone = sql`'PHONE' as by`;
  return [
    sql`select m.id as merchant_id, ${phone} from merchants m
      where m.environment = ${environment} and m.phone_number is not null and right(m.phone_number, 4) = ${end}`,
    sql`select m.id as merchant_id, ${phone} from account_phones p join merchants m on m.user_id = p.user_id
      where right(p.phone_number, 4) = ${end} and m.environment = ${environment}`,
    sql`select r.merchant_id, ${phone} from kyc_records r
      where r.environment = ${environment} and right(r.business_info->>'businessPhone', 4) = ${end}`,
    sql`select a.merchant_id, 'ACCOUNT' as by from payout_accounts a
      where a.environment = ${environment} and a.last_four = ${end}`,
  ];
}

function addressed(environment: Environment, address: string): SQL[] {
  const email = sql`'EMAIL' as by`;
  return [
    sql`select m.id as merchant_id, ${email} from marketplaces k join merchants m
      on m.marketplace_id = k.id and m.environment = ${environment} and lower(m.email) = ${address}`,
    sql`select m.id as merchant_id, ${email} from users u join merchants m on m.user_id = u.id
      where u.kind = 'merchant' and u.email = ${address} and m.environment = ${environment}`,
    sql`select r.merchant_id, ${email} from kyc_records r
      where r.environment = ${environment} and lower(r.business_info->>'businessEmail') = ${address}`,
  ];
}

/** Of whichever marketplace: those that there are, each by its own index. */
function orderedBy(environment: Environment, q: string): SQL[] {
  const ways = [
    [sql`sales_events`, sql`e.order_id`],
    [sql`repayment_events`, sql`e.order_id`],
    [sql`repayment_events`, sql`e.reference`],
  ] as const;
  return ways.map(
    ([table, column]) => sql`select e.merchant_id, 'ORDER' as by from marketplaces k join ${table} e
      on e.marketplace_id = k.id and e.environment = ${environment} and ${column} = ${q}`,
  );
}

function named(environment: Environment, words: readonly string[]): SQL[] {
  if (words.length === 0) return [];
  const m = sql`m`;
  const all = sql.join(
    words.map((word) => contains(m, word)),
    sql` and `,
  );
  const people = sql.join(
    words.map((word) => sql`(d.first_name || ' ' || d.last_name) ilike ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`),
    sql` and `,
  );
  const given = sql.join(
    words.map((word) => sql`(' ' || (r.business_info->>'businessName')) ilike ${patternOf(word)}`),
    sql` and `,
  );
  return [
    // As `merchants_search` has it, marketplace by marketplace.
    sql`select m.id as merchant_id, 'NAME' as by from marketplaces k join merchants m
      on (m.marketplace_id || ':' || m.environment) = k.id || ':' || ${environment}::text and ${all}`,
    sql`select r.merchant_id, 'NAME' as by from kyc_records r where r.environment = ${environment} and ${given}`,
    sql`select r.merchant_id, 'DIRECTOR' as by from directors d join kyc_records r on r.id = d.kyc_id
      where d.environment = ${environment} and ${people}`,
  ];
}
