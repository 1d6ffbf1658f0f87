import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";

useDatabase();

test("disbursing books principal and interest as two facts", async () => {
  const { test: tenant } = await createMarketplace();
  const { merchantId } = await anyMerchant(tenant);
  const { loanId } = await activeLoan(tenant, merchantId);
  const [loan] = await db().select().from(loans).where(eq(loans.id, loanId));
  expect(loan).toMatchObject({ status: "ACTIVE", received: 0, held: 0, journalNumber: 2 });
  const entries = await db().execute(sql`
    select j.number, j.type, e.account, e.amount from journals j join ledger_entries e on e.journal_id = j.id
    where j.loan_id = ${loanId} order by j.number, e.account`);
  expect(entries.map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([
    { number: 1, type: "DISBURSEMENT", account: "CASH", amount: -10_000_000 },
    { number: 1, type: "DISBURSEMENT", account: "PRINCIPAL", amount: 10_000_000 },
    { number: 2, type: "INTEREST", account: "INTEREST", amount: 900_000 },
    { number: 2, type: "INTEREST", account: "INTEREST_INCOME", amount: -900_000 },
  ]);
});
