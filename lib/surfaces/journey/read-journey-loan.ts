import { z } from "zod";
import { jsonTimestamp, rowsOf } from "@/db/rows";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { shownPayments } from "@/lib/lending/transfers/payments/queries";
import { shownRefund } from "@/lib/lending/transfers/payouts/refund-account";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { loansById, statusesOf } from "@/lib/loans/loans/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import { purposes } from "@/lib/terms/funding/constants";
import { isPayable, mandateStatuses, type PayoutStatus, payoutStatuses } from "@/lib/terms/loans/states";
import { payoutReversed, payoutWaits } from "@/lib/terms/payouts";
import { stageOf } from "./loan-stage";
import type { JourneyLoan } from "./schema";

export async function readJourneyLoan({ actor, loanId, now }: Call<{ loanId: string }>): Promise<JourneyLoan> {
  const [loan] = await loansById(reachOf(actor), [loanId]);
  const [status] = loan ? await statusesOf([loan], now) : [];
  if (!loan || !status) throw notFound("loan");
  const { purpose, account, mandate, payout, pause, by_hand: byHand } = await detailsOf(loan);
  const stage = stageOf(loan);
  const wanted = stage === "mandate" || isPayable(loan.status);
  const reasonOf = (status: PayoutStatus) =>
    stage === "payout-account" && payout?.status === status ? payout.reason : null;
  return {
    ...status,
    stage,
    purpose,
    payoutAccount: account && { ...account, bankName: bankNameOf(account.bankCode) },
    refund: await shownRefund(reachOf(actor), loan),
    mandate: mandate && mandate.status !== "CANCELLED" ? mandate.status : "NONE",
    mandateDeclinedAt: mandate?.declinedAt ? new Date(mandate.declinedAt).toISOString() : null,
    mandateAgreedAt: mandate?.agreedAt ? new Date(mandate.agreedAt).toISOString() : null,
    paperMandate: byHand && wanted && mandate?.status !== "ACTIVE" ? { signedForm: formOf(mandate) } : null,
    payoutHeld: loan.status === "PAYOUT_HELD",
    payoutDelayed: loan.status === "DISBURSING" && isDelayed(payout),
    payoutFailure: reasonOf("FAILED"),
    payoutRefusal: reasonOf("REFUSED"),
    cancelReason: loan.cancelReason,
    pause: loan.pausedAt && pause ? { since: loan.pausedAt.toISOString(), reason: pauseText(pause) } : null,
    payments: await shownPayments(loan, now),
  };
}
readJourneyLoan.errors = ["NOT_FOUND"] as const;

/** Of the mandate that is to be given. */
function formOf(mandate: z.output<typeof detailsRow>["mandate"]) {
  if (mandate?.status !== "PENDING" || !mandate.form) return null;
  const { fileName, sentAt } = mandate.form;
  return { fileName, sentAt: new Date(sentAt).toISOString() };
}

/** The provider answers by itself; all else waits for somebody. */
function isDelayed(payout: z.input<typeof detailsRow>["payout"]): boolean {
  return payout?.status === "PENDING" && payout.waitsFor !== null && payout.waitsFor !== "PROVIDER";
}

/** In plain words where it is the service's own. */
function pauseText(reason: string): string {
  return reason === payoutReversed ? "The money came back to the lender." : reason;
}

const detailsRow = z.strictObject({
  purpose: z.enum(purposes),
  account: z
    .strictObject({
      bankCode: z.string(),
      lastFour: z.string(),
      accountName: z.string().nullable(),
      nameMatches: z.boolean(),
    })
    .nullable(),
  mandate: z
    .strictObject({
      status: z.enum(mandateStatuses),
      declinedAt: jsonTimestamp.nullable(),
      agreedAt: jsonTimestamp.nullable(),
      form: z.strictObject({ fileName: z.string(), sentAt: jsonTimestamp }).nullable(),
    })
    .nullable(),
  payout: z
    .strictObject({
      status: z.enum(payoutStatuses),
      reason: z.string().nullable(),
      waitsFor: z.enum(payoutWaits).nullable(),
    })
    .nullable(),
  pause: z.string().nullable(),
  by_hand: z.boolean(),
});

async function detailsOf({
  id,
  fundingRequestId,
  payoutAccountId,
  lenderId,
}: LoanRecord): Promise<z.input<typeof detailsRow>> {
  const [row] = await rowsOf(detailsRow)`
    select r.purpose,
      (select json_build_object('bankCode', a.bank_code, 'lastFour', a.last_four, 'accountName', a.account_name,
        'nameMatches', a.name_matches) from payout_accounts a where a.id = ${payoutAccountId}) as account,
      (select json_build_object('status', m.status, 'declinedAt', m.declined_at,
        'agreedAt', case when m.activated_at is null then m.agreed_at end,
        'form', case when f.id is not null then json_build_object('fileName', f.file_name, 'sentAt', m.form_sent_at) end)
        from mandates m left join files f on f.id = m.form_file_id
        where m.loan_id = ${id} and m.payout_account_id = ${payoutAccountId} order by m.id desc limit 1) as mandate,
      (select json_build_object('status', p.status, 'reason', p.failure_reason,
        'waitsFor', p.waits_for) from payouts p
        where p.loan_id = ${id} and p.purpose = 'DISBURSEMENT' order by p.id desc limit 1) as payout,
      (select c.reason from loan_changes c where c.loan_id = ${id} and c.kind = 'PAUSE'
        order by c.id desc limit 1) as pause,
      exists (select 1 from rails l where l.lender_id = ${lenderId} and l.state = 'ACTIVE' and l.kind = 'BY_HAND') as by_hand
    from funding_requests r where r.id = ${fundingRequestId}`;
  if (!row) throw new Error(`The loan ${id} has no funding request.`);
  return row;
}
