import { sql } from "drizzle-orm";
import { z } from "zod";
import { businessNameOf } from "@/db/business-name";
import { koboValue, rowsOf } from "@/db/rows";
import { fromKobo } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { bankNameOf } from "@/lib/terms/bank-names";
import { amountInWords } from "./amount-in-words";
import { type ClosedLink, linkState } from "./link-state";
import { findMandateLink, type MandateLink } from "./mandate-link";

const requestRow = z.strictObject({
  lenderName: z.string(),
  marketplaceName: z.string(),
  reference: z.string(),
  businessName: z.string(),
  bankCode: z.string(),
  lastFour: z.string(),
  accountName: z.string(),
  total: koboValue,
});

/** What an account's holder is asked to agree to; `limit` is the maximum total debit, in naira and in words. */
export type MandateRequest = Omit<z.input<typeof requestRow>, "bankCode" | "total"> & {
  bankName: string;
  limit: number;
  limitInWords: string;
};

/** The mandate request behind a link, or why the link is not valid. Reading it has no effect. */
export async function readMandateRequest(
  linkId: string,
  realNow: RealTime,
): Promise<{ closed: ClosedLink } | { open: MandateRequest }> {
  const link = await findMandateLink(linkId);
  const state = linkState(link, realNow);
  if (!link || state !== "open") return { closed: state === "open" ? "unknown" : state };
  return { open: await requestBehind(link) };
}

async function requestBehind({ loanId, payoutAccountId }: MandateLink): Promise<MandateRequest> {
  const [row] = await rowsOf(requestRow)`
    select lender.name as "lenderName", market.name as "marketplaceName", l.reference,
      ${businessNameOf(sql`m`)} as "businessName",
      a.bank_code as "bankCode", a.last_four as "lastFour", a.account_name as "accountName",
      (l.principal + l.interest)::float8 as total
    from loans l
    join lenders lender on lender.id = l.lender_id
    join marketplaces market on market.id = l.marketplace_id
    join merchants m on m.id = l.merchant_id
    join payout_accounts a on a.id = ${payoutAccountId}
    where l.id = ${loanId}`;
  if (!row) throw new Error(`The loan ${loanId} has no lender or no account.`);
  const { bankCode, total, ...request } = row;
  return { ...request, bankName: bankNameOf(bankCode), limit: fromKobo(total), limitInWords: amountInWords(total) };
}
