import Link from "next/link";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { OpenProposals } from "@/components/ops/proposals/open-proposals";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { HeldCard } from "@/components/ops/treasury/held-card";
import { NameAccount } from "@/components/ops/treasury/loan-acts";
import { LoanOrders } from "@/components/ops/treasury/loan-orders";
import { MandatesToEnd, PaperMandate } from "@/components/ops/treasury/mandate-cards";
import { forBoth, proposed } from "@/components/ops/treasury/proposed";
import { ShowAccount } from "@/components/ops/treasury/show-account";
import { buttonLook } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { listProposalsAt } from "@/lib/surfaces/console/proposals/list-proposals";
import { readLoanMoney } from "@/lib/surfaces/console/treasury/loan-money";
import * as acts from "./actions";

export const metadata = { title: "A loan's money" };

export default async function LoanMoneyPage({ params }: PageProps<"/ops/[environment]/treasury/loans/[loanId]">) {
  const at = await operatorAt(params);
  const { environment, may } = at;
  const { loanId } = await params;
  const money = await orNotFound(readLoanMoney(at, loanId));
  const { held, returnedAt, unnamed, onPaper, toEnd, refund, seen } = money;
  const open = await listProposalsAt(at, { q: loanId, limit: 20 });
  const base = `/ops/${environment}`;
  const pay = may("pay");
  const because = {
    label: "Why",
    hint: forBoth,
    button: "Propose",
    about: { loanId, seen: seen.loan },
    said: proposed,
  };
  return (
    <>
      <PageHeader
        title={`Loan ${money.reference}`}
        back={{ href: `${base}/treasury/payouts`, label: "Payouts" }}
        lead={`${money.businessName} at ${money.marketplace}, lent by ${money.lender}`}
        actions={
          <Link href={`${base}/loans/${loanId}`} prefetch={false} className={buttonLook("secondary")}>
            The whole loan
          </Link>
        }
      />
      <OpenProposals base={base} proposals={open.rows} />
      {held && (
        <HeldCard
          {...{ loanId, held, until: money.heldUntil, pay }}
          release={acts.releaseHeld.bind(null, environment)}
          refuse={acts.refuseHeld.bind(null, environment)}
        />
      )}
      {returnedAt && (
        <Card title="Its payout came back">
          <p className="max-w-prose text-sm">
            The money is with the lender again since <Moment at={returnedAt} />, and collection is paused. Either takes
            two operators.
          </p>
          {pay && (
            <div className="flex flex-wrap gap-2">
              <ReasonDialog
                {...{ ...because, trigger: "Pay out again", title: "Pay out again" }}
                act={acts.proposePayAgain.bind(null, environment)}
              />
              <ReasonDialog
                {...{ ...because, trigger: "End as never paid out", title: "End the loan as never paid out" }}
                act={acts.proposeNeverPaid.bind(null, environment)}
              />
            </div>
          )}
        </Card>
      )}
      {unnamed && (
        <Card title="Nobody knows whose account it is">
          <Facts
            items={[
              ["Account", unnamed.account],
              ["Known names", unnamed.knownNames],
            ]}
          />
          {pay && (
            <div className="flex flex-wrap items-center gap-2">
              <ShowAccount send={acts.showAccount.bind(null, environment, { loanId })} />
              <NameAccount on={{ loanId, seen: seen.name }} send={acts.proposeName.bind(null, environment)} />
            </div>
          )}
        </Card>
      )}
      {onPaper && (
        <PaperMandate
          {...{ on: { loanId, seen: seen.mandate }, form: onPaper.form, pay }}
          file={`${base}/treasury/loans/${loanId}/signed-form`}
          give={acts.proposeMandate.bind(null, environment)}
        />
      )}
      {toEnd.length > 0 && (
        <MandatesToEnd
          {...{ on: { loanId, seen: seen.loan }, mandates: toEnd }}
          end={pay ? acts.endMandate.bind(null, environment) : null}
        />
      )}
      {refund.amount > 0 && (
        <Card title="Owed to the merchant">
          <Facts
            items={[
              ["Amount", <Money key="" kobo={refund.amount} />],
              [refund.underWay ? "Being sent to" : "Account", refund.to ?? "The merchant has been asked for one"],
              ["To be decided first", undecidedText(refund.undecided)],
              ["Its holder", refund.account && !refund.account.trusted ? "Not a name that is known here" : null],
            ]}
          />
          {pay && refund.account?.named && !refund.underWay && (
            <div>
              <ConfirmDialog
                trigger="Order the refund"
                look="primary"
                title="Order the refund"
                body={`What is owed goes to ${refund.to}.`}
                confirm="Order the refund"
                act={acts.orderRefund.bind(null, environment, {
                  ...{ loanId, amount: refund.amount, accountId: refund.account.id },
                })}
                said="Ordered."
              />
            </div>
          )}
        </Card>
      )}
      <Card title="Orders">
        <LoanOrders
          on={{ loanId, seen: seen.order }}
          orders={money.orders}
          close={pay ? acts.proposeClosing.bind(null, environment) : null}
        />
      </Card>
    </>
  );
}

function undecidedText(undecided: { breakId: string } | { day: string } | null | undefined): string | null {
  if (!undecided) return null;
  return "breakId" in undecided ? `The break ${undecided.breakId}` : `The sales of ${undecided.day} are not judged yet`;
}
