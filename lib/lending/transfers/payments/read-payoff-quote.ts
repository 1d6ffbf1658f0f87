import { day, later, startOfDay } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo, minus, toKobo } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import { businessTimeOf } from "@/lib/kernel/time";
import { findPayoutAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { payable } from "@/lib/loans/ledger/balances";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { loansById, statusesOf } from "@/lib/loans/loans/queries";
import { bankNameOf } from "@/lib/terms/bank-names";
import { isPayable } from "@/lib/terms/loans/states";
import { coolingOffOf } from "./cooling-off";
import type { PayoffQuote } from "./schema";

export async function readPayoffQuote({ actor, loanId, now }: Call<{ loanId: string }>): Promise<PayoffQuote> {
  const reach = reachOf(actor);
  const [loan] = await loansById(reach, [loanId]);
  const [status] = loan ? await statusesOf([loan], now) : [];
  if (!loan || !status) throw notFound("loan");
  const account = loan.payoutAccountId ? await findPayoutAccount(reach, loan.payoutAccountId) : undefined;
  const next = status.nextInstallment;
  const coolingOff = coolingOffOf(loan, now);
  return {
    loanId,
    asOf: now.toISOString(),
    validUntil: later(businessTimeOf(startOfDay(now)), day - 1).toISOString(),
    outstanding: isPayable(loan.status) ? fromKobo(payable(bookOf(loan))) : 0,
    arrears: loan.status === "WRITTEN_OFF" ? status.writtenOff : status.health.overdueAmount,
    nextInstallment: next && {
      number: next.number,
      dueDate: next.dueDate,
      amount: fromKobo(minus(toKobo(next.amount), toKobo(next.paid))),
    },
    coolingOff: coolingOff && { amount: fromKobo(coolingOff.amount), until: coolingOff.until.toISOString() },
    account: account ? { bankName: bankNameOf(account.bankCode), lastFour: account.lastFour } : null,
    mandateStatus: status.mandateStatus,
  };
}
readPayoffQuote.errors = ["NOT_FOUND"] as const;
