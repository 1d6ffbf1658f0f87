import { Day } from "@/components/staff/day";
import { LabelBadge } from "@/components/staff/label-badge";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { Stat } from "@/components/ui/stat";
import { type Kobo, toKobo } from "@/lib/kernel/money";
import { beyondRounding } from "@/lib/terms/collection/constants";
import { arrearsLabel, loanLabels, repaidShare } from "@/lib/terms/dashboard/labels";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";
import type { PayoutWait } from "@/lib/terms/payouts";

type Loan = Pick<
  LoanStatusAnswer,
  "status" | "totalDue" | "totalPaid" | "outstanding" | "percentPaid" | "health" | "nextInstallment" | "forecast"
> &
  Pick<LoanStatusAnswer, "deduction" | "overpaid" | "writtenOff" | "recovered" | "closure"> & {
    cancelReason: keyof typeof cancelLabels | null;
    defaultReason: keyof typeof defaultLabels | null;
    defaultedAt: Date | null;
    cancelledAt: Date | null;
    completedAt: string | null;
    writtenOffAt: Date | null;
    payout: { status: "HELD" | "PENDING"; waitsFor: PayoutWait | null } | null;
    refundState: keyof typeof refundLabels | null;
  };

const cancelLabels = {
  DECLINED: "The merchant declined it",
  EXPIRED: "It was not accepted in time",
  CANCELLED: "It was called off",
  UNDERWRITING_CHANGED: "Rejected when decided again",
  PAYOUT_NOT_RELEASED: "Its payout was not released in time",
  DISCONNECTED: "The merchant was disconnected",
  NEVER_PAID_OUT: "Its money came back and never arrived",
};

const defaultLabels = { OVERDUE: "Too long past due", DECIDED: "Decided by an operator" };

/** What a payout under way waits for; all but the provider's answer takes somebody. */
const payoutLabels = {
  PROVIDER: "The money is being sent",
  BALANCE: "Its payout waits for the lender’s money",
  OTP: "Its payout waits for the lender",
  PERSON: "Its payout waits for us",
  REMITTANCE: "Its payout waits for what you owe the lender",
  BATCH: "Its payout is with the lender, which pays from its bank",
};

function payoutText({ status, waitsFor }: NonNullable<Loan["payout"]>): string {
  if (status === "PENDING") return payoutLabels[waitsFor ?? "PROVIDER"];
  return waitsFor ? "Its payout could not be sent, and we look at it" : "Its payout is held until we know the account";
}

/** What money that is owed to the merchant waits for. */
const refundLabels = {
  ACCOUNT_NEEDED: "the merchant has been asked for an account",
  ACCOUNT_CHECKED: "the account it gave is being looked at",
  WAITING: "it has an account and is not sent yet",
  UNDER_WAY: "the bank is sending it",
};

export function LoanStats({ loan }: { loan: Loan }) {
  const { outstanding, totalPaid, totalDue, percentPaid, nextInstallment, health, forecast } = loan;
  const arrears = arrearsLabel({ daysPastDue: health.daysPastDue, paused: loan.deduction.paused });
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Stat
        label="State"
        value={
          <span className="flex flex-wrap gap-1.5 py-1">
            <LabelBadge of={loanLabels[loan.status]} />
            {arrears && <LabelBadge of={arrears} />}
          </span>
        }
        note={
          <>
            <Why loan={loan} />
            <Owed loan={loan} />
          </>
        }
      />
      <Stat
        label="Outstanding"
        value={<Money kobo={toKobo(outstanding.total)} />}
        note={
          health.overdueAmount > 0 ? (
            <>
              <Money kobo={toKobo(health.overdueAmount)} /> of it overdue
            </>
          ) : (
            aheadText(health.aheadBehindAmount)
          )
        }
      />
      <Stat
        label="Repaid"
        value={<Money kobo={toKobo(totalPaid)} />}
        note={
          <>
            {repaidShare(percentPaid)} of <Money kobo={toKobo(totalDue)} />
          </>
        }
      />
      <Stat
        label="Next instalment"
        value={nextInstallment ? <Money kobo={toKobo(nextInstallment.amount - nextInstallment.paid)} /> : "None"}
        note={
          nextInstallment ? (
            <>
              {health.daysPastDue > 0 ? "Was due on" : "Due on"} <Day date={nextInstallment.dueDate} />
              {loan.status === "ACTIVE" && forecast?.likely && (
                <>
                  , likely over on <Day date={forecast.likely} />
                </>
              )}
            </>
          ) : null
        }
      />
    </div>
  );
}

function aheadText(amount: number) {
  if (amount <= 0) return null;
  return (
    <>
      <Money kobo={toKobo(amount)} /> ahead of the schedule
    </>
  );
}

function Why({ loan }: { loan: Loan }) {
  if (loan.status === "APPROVED" && loan.payout) return payoutText(loan.payout);
  const { status, cancelReason, defaultReason } = loan;
  if (status === "CANCELLED") return <Ended at={loan.cancelledAt} words={cancelReason && cancelLabels[cancelReason]} />;
  if (status === "DEFAULTED")
    return <Ended at={loan.defaultedAt} words={defaultReason && defaultLabels[defaultReason]} />;
  if (status === "REPAID")
    return <Ended at={loan.completedAt} words={loan.closure === "COOLING_OFF" ? "In the cooling-off period" : null} />;
  if (status === "WRITTEN_OFF")
    return (
      <>
        <Ended at={loan.writtenOffAt} words={null} />
        <span className="block">
          <Money kobo={toKobo(loan.writtenOff)} /> lost, <Money kobo={toKobo(loan.recovered)} /> recovered
        </span>
      </>
    );
  return null;
}

function Owed({ loan: { overpaid, refundState } }: { loan: Loan }) {
  if (overpaid === 0) return null;
  return (
    <span className="block">
      <Money kobo={toKobo(overpaid)} /> owed to the merchant{refundState && `: ${refundLabels[refundState]}`}
    </span>
  );
}

function Ended({ at, words }: { at: Date | string | null; words: string | null }) {
  return (
    <>
      {words}
      {words && at ? ", " : ""}
      {at && <Moment at={at} />}
    </>
  );
}

export function CollectionSums({ collection }: { collection: NonNullable<LoanStatusAnswer["collection"]> }) {
  const { agreed, taken, changed } = collection;
  const [missing, excess, awaited] = [collection.missing, collection.excess, collection.awaited].map((difference) =>
    beyondRounding(toKobo(difference)),
  ) as [Kobo, Kobo, Kobo];
  return (
    <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Stat
        label="Agreed"
        value={<Money kobo={toKobo(agreed)} />}
        note={
          changed > 0 ? (
            <>
              <Money kobo={toKobo(changed)} /> of it of sales told of differently later; an operator decides
            </>
          ) : (
            "What the terms asked of the sales"
          )
        }
      />
      <Stat
        label="Taken"
        value={<Money kobo={toKobo(taken)} />}
        note={
          excess > 0 ? (
            <>
              <Money kobo={excess} /> beyond what was agreed
            </>
          ) : (
            "Less reversals"
          )
        }
      />
      <Stat label="Missing" value={<Money kobo={missing} />} note="Of days whose payout period is over" />
      <Stat label="Awaited" value={<Money kobo={awaited} />} note="The payout period is not over" />
    </div>
  );
}
