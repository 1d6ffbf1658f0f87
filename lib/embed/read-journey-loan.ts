import { z } from "zod";
import { rowsOf } from "@/db/rows";
import type { Call } from "@/lib/call";
import { notFound } from "@/lib/errors";
import { purposes } from "@/lib/funding/constants";
import type { LoanRecord } from "@/lib/loans/load-loans";
import { loansById, statusesOf } from "@/lib/loans/queries";
import { mandateStatuses } from "@/lib/loans/states";
import { bankNameOf } from "@/lib/payouts/bank-name";
import { reachOf } from "@/lib/reach";
import { stageOf } from "./loan-stage";
import type { JourneyLoan } from "./schema";

/** A loan as its merchant sees it in the journey. @throws CodedError NOT_FOUND, also for another merchant's */
export async function readJourneyLoan({ actor, loanId, now }: Call<{ loanId: string }>): Promise<JourneyLoan> {
  const [loan] = await loansById(reachOf(actor), [loanId]);
  const [status] = loan ? await statusesOf([loan], now) : [];
  if (!loan || !status) throw notFound("loan");
  const { purpose, account, mandate, failure } = await detailsOf(loan);
  const stage = stageOf(loan);
  return {
    ...status,
    stage,
    purpose,
    payoutAccount: account && { ...account, bankName: bankNameOf(account.bankCode) },
    mandate: mandate === "PENDING" || mandate === "ACTIVE" ? mandate : "NONE",
    payoutFailure: stage === "payout-account" ? failure : null,
  };
}

const detailsRow = z.strictObject({
  purpose: z.enum(purposes),
  account: z
    .strictObject({ bankCode: z.string(), lastFour: z.string(), accountName: z.string(), nameMatches: z.boolean() })
    .nullable(),
  mandate: z.enum(mandateStatuses).nullable(),
  failure: z.string().nullable(),
});

async function detailsOf({ id, fundingRequestId, payoutAccountId }: LoanRecord): Promise<z.input<typeof detailsRow>> {
  const [row] = await rowsOf(detailsRow)`
    select r.purpose,
      (select json_build_object('bankCode', a.bank_code, 'lastFour', a.last_four, 'accountName', a.account_name,
        'nameMatches', a.name_matches) from payout_accounts a where a.id = ${payoutAccountId}) as account,
      (select m.status from mandates m where m.loan_id = ${id} and m.payout_account_id = ${payoutAccountId}) as mandate,
      (select p.failure_reason from payouts p where p.loan_id = ${id} and p.purpose = 'DISBURSEMENT'
        and p.status = 'FAILED' order by p.id desc limit 1) as failure
    from funding_requests r where r.id = ${fundingRequestId}`;
  if (!row) throw new Error(`The loan ${id} has no funding request.`);
  return row;
}
