import { sql } from "drizzle-orm";
import { z } from "zod";
import { businessNameOf } from "@/db/business-name";
import { rowsOf } from "@/db/rows";
import { env } from "@/lib/kernel/env";
import { onOneLine } from "@/lib/kernel/one-line";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { statusesOf } from "@/lib/loans/loans/queries";
import type { KeyFacts } from "@/lib/terms/agreements";
import { purposes } from "@/lib/terms/funding/constants";
import { keyFactsOf } from "./key-facts";

const partiesRow = z.strictObject({ borrower: z.string(), marketplace: z.string(), purpose: z.enum(purposes) });

/** Names are on one line each: they stand inside our sentences, and must add none to what is agreed. */
export async function factsOfLoan(loan: LoanRecord, now: BusinessTime): Promise<KeyFacts> {
  const [status] = await statusesOf([loan], now);
  const [parties] = await rowsOf(partiesRow)`
    select ${businessNameOf(sql`m`)} as borrower, market.name as marketplace, r.purpose
    from merchants m
    join marketplaces market on market.id = m.marketplace_id
    join funding_requests r on r.id = ${loan.fundingRequestId}
    where m.id = ${loan.merchantId}`;
  if (!status || !parties) throw new Error(`The loan ${loan.id} has no merchant or no request.`);
  const { environment, defaultAfterDays } = loan;
  const lender = { ...status.lender, name: onOneLine(status.lender.name) };
  return keyFactsOf(
    { ...status, lender },
    {
      borrower: onOneLine(parties.borrower),
      marketplace: onOneLine(parties.marketplace),
      purpose: parties.purpose,
      test: environment === "test",
      defaultAfterDays,
      complaints: env().supportEmail,
    },
  );
}
