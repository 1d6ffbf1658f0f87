import {
  addAccount,
  archive,
  changeLimits,
  changeProduct,
  deleteProduct,
  endAccount,
  endRail,
  pause,
  resume,
  setRail,
} from "@/app/ops/[environment]/lenders/actions";
import { operatorAt } from "@/app/ops/operator";
import { orNotFound } from "@/app/or-not-found";
import { ConfirmDialog } from "@/components/forms/confirm-dialog";
import { AccountDialog, LimitsDialog, ProductDialog, RailDialog } from "@/components/ops/dialogs";
import { AccountsTable } from "@/components/ops/parties/accounts-table";
import { LimitBars } from "@/components/ops/parties/limit-bars";
import { ProductsTable } from "@/components/ops/parties/products-table";
import { ReasonDialog } from "@/components/ops/reason-dialog";
import { Card } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { Money } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { toKobo } from "@/lib/kernel/money";
import { readLenderForOperators } from "@/lib/surfaces/console/parties/read-lender";

export const metadata = { title: "Lender" };

type Props = PageProps<"/ops/[environment]/lenders/[lenderId]">;

export default async function LenderPage({ params }: Props) {
  const { environment, realNow, may } = await operatorAt(params);
  const { lenderId } = await params;
  const { lender, accounts, limits, borrowers, limitsTyped } = await orNotFound(
    readLenderForOperators({ lenderId, environment, realNow }),
  );
  const { name, pausedAt, archivedAt, rail, licences } = lender;
  const base = `/ops/${environment}`;
  const manages = may("manage") && !archivedAt;
  const usable = accounts.filter(({ state }) => state === "ACTIVE");
  return (
    <>
      <PageHeader
        title={name}
        back={{ href: `${base}/lenders`, label: "Lenders" }}
        state={
          archivedAt ? (
            <StatusBadge tone="neutral">Archived</StatusBadge>
          ) : pausedAt ? (
            <StatusBadge tone="warning">Paused</StatusBadge>
          ) : (
            <StatusBadge tone="good">Lends</StatusBadge>
          )
        }
        actions={
          manages && (
            <>
              <ReasonDialog
                trigger={pausedAt ? "Let it lend again" : "Pause"}
                title={pausedAt ? `Let ${name} lend again?` : `Pause ${name}?`}
                body={
                  pausedAt ? "It makes offers again." : "It makes no new offers. Offers out stand, and loans go on."
                }
                button={pausedAt ? "Let it lend" : "Pause"}
                about={{ lenderId }}
                act={(pausedAt ? resume : pause).bind(null, environment)}
                said={pausedAt ? `${name} lends again.` : `${name} is paused.`}
              />
              <ConfirmDialog
                trigger="Archive"
                look="quiet"
                title={`Archive ${name}?`}
                body="It lends no more and is kept, to be looked up. Refused while money of it is left to move."
                confirm="Archive"
                danger
                act={archive.bind(null, environment, { lenderId })}
                said={`${name} is archived.`}
              />
            </>
          )
        }
      />
      <Card
        title="Limits, used and left"
        aside={
          manages && (
            <LimitsDialog
              trigger="Change limits"
              given={{ lenderId, limits: limitsTyped, change: changeLimits.bind(null, environment) }}
            />
          )
        }
      >
        <Facts
          items={[
            ["Lends one merchant", <Range key="" from={lender.minimumPrincipal} to={lender.maximumPrincipal} />],
            ["Least deduction", <Money key="" kobo={toKobo(lender.minimumDeduction)} />],
          ]}
        />
        <LimitBars base={base} rows={limits} empty="" />
      </Card>
      <Card title="Largest borrowers, with all of the same owners">
        <LimitBars base={base} rows={borrowers} empty="None of its money is out or offered." />
      </Card>
      <ProductsTable
        products={lender.products}
        add={
          manages && (
            <ProductDialog
              trigger="Add a product"
              given={{ lenderId, product: null, save: changeProduct.bind(null, environment) }}
            />
          )
        }
        actionsOf={({ riskTier, tenorDays, typed }) =>
          manages && (
            <span className="inline-flex flex-wrap justify-end gap-x-4">
              <ProductDialog
                trigger="Change"
                look="quiet"
                title={`Tier ${riskTier}, ${tenorDays} days`}
                given={{ lenderId, product: typed, save: changeProduct.bind(null, environment) }}
              />
              <ConfirmDialog
                trigger="Remove"
                look="quiet"
                title={`Remove tier ${riskTier}, ${tenorDays} days?`}
                body="No new offers like that. Loans and open offers keep their terms."
                confirm="Remove"
                danger
                act={deleteProduct.bind(null, environment, { lenderId, riskTier, tenorDays })}
                said="Removed."
              />
            </span>
          )
        }
      />
      <Card
        title="Rail"
        aside={
          manages && (
            <span className="inline-flex flex-wrap gap-x-4">
              <RailDialog
                trigger={rail ? "Propose another" : "Propose a rail"}
                given={{
                  lenderId,
                  accounts: usable.map(({ id, bankName, accountNumber }) => {
                    return { id, label: `${bankName} …${accountNumber.slice(-4)}` };
                  }),
                  propose: setRail.bind(null, environment),
                }}
              />
              {rail && (
                <ReasonDialog
                  trigger="Propose its end"
                  title={`End the rail of ${name}?`}
                  body="Nothing new goes over it; what is under way ends there. Another operator decides."
                  button="Propose it"
                  about={{ lenderId }}
                  act={endRail.bind(null, environment)}
                  said="Proposed: another operator decides."
                />
              )}
            </span>
          )
        }
      >
        {rail ? (
          <Facts
            items={[
              ["Kind", rail.kind === "BY_HAND" ? "By hand, from its online banking" : "Paystack"],
              ["Account", rail.integration],
              ["Key ends in", rail.keyEnd],
              [
                "One operator alone, a day",
                rail.dayLimit === null ? null : <Money key="" kobo={toKobo(rail.dayLimit)} />,
              ],
              ["Since", <Moment key="" at={rail.since} />],
            ]}
          />
        ) : (
          <p className="text-sm text-muted">
            {environment === "test" ? "None: the sandbox's bank pays in test." : "None: it makes no offers."}
          </p>
        )}
      </Card>
      <AccountsTable
        accounts={accounts}
        add={
          manages && (
            <AccountDialog
              trigger="Propose an account"
              given={{ lenderId, propose: addAccount.bind(null, environment) }}
            />
          )
        }
        actionsOf={(account) =>
          manages &&
          account.state === "ACTIVE" && (
            <ReasonDialog
              trigger="Propose its end"
              look="quiet"
              title={`End the account at ${account.bankName}?`}
              body="Nothing is paid from it or remitted to it any more. Another operator decides."
              button="Propose it"
              about={{ lenderId, accountId: account.id }}
              act={endAccount.bind(null, environment)}
              said="Proposed: another operator decides."
            />
          )
        }
      />
      <Card title="Licences">
        {licences.length === 0 ? (
          <p className="text-sm text-muted">None entered.</p>
        ) : (
          <Facts
            items={licences.map(({ number, authority, expiresOn }) => {
              return [authority, `${number}${expiresOn ? `, until ${expiresOn}` : ""}`];
            })}
          />
        )}
      </Card>
    </>
  );
}

function Range({ from, to }: { from: number; to: number }) {
  return (
    <>
      <Money kobo={toKobo(from)} /> to <Money kobo={toKobo(to)} />
    </>
  );
}
