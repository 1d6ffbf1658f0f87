import { readDueRows, readNext } from "@/db/due";
import { tasks } from "@/lib/edge/jobs/all-tasks";
import { readQueues } from "@/lib/edge/jobs/read-queues";
import { readLanesDue } from "@/lib/edge/jobs/sweep-lanes";
import { day, later, second } from "@/lib/kernel/calendar";
import { now } from "@/lib/kernel/clock";
import { laneOf } from "@/lib/kernel/lane";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { watchCollection } from "@/lib/lending/collection/watch-collection";
import { listFundingRequests } from "@/lib/lending/funding/list-funding-requests";
import { listBreaks } from "@/lib/lending/reconciliation/breaks/queries";
import { matchSettlement } from "@/lib/lending/reconciliation/settlements/match-settlement";
import { listSettlements } from "@/lib/lending/reconciliation/settlements/queries";
import { watchRemittances } from "@/lib/lending/remittances/watch-remittances";
import { remindMerchant } from "@/lib/lending/servicing/remind-merchant";
import { serviceLoan } from "@/lib/lending/servicing/service-loan";
import { checkLedgers } from "@/lib/loans/ledger/check-ledgers";
import { purgeUploads } from "@/lib/merchants/documents/purge-uploads";
import { sealDirectors } from "@/lib/merchants/kyc/seal-directors";
import { readUsage } from "@/lib/parties/lenders/read-usage";
import { purgeMails } from "@/lib/platform/messages/mails/purge-mails";
import { listDeliveries } from "@/lib/platform/messages/webhooks/list-deliveries";
import { purgeDeliveries } from "@/lib/platform/messages/webhooks/purge-deliveries";
import { listEvents } from "@/lib/platform/messages/webhooks/queries";
import { purgeRequests } from "@/lib/platform/request-log/purge-requests";
import { queueOutdated } from "@/lib/sales/records/rescore-outdated";
import { kycList } from "@/lib/surfaces/console/kyc/kyc-list";
import { readKycQueue } from "@/lib/surfaces/console/kyc/queue";
import { readCase } from "@/lib/surfaces/console/kyc/read-case";
import { arrearsList } from "@/lib/surfaces/console/loans/arrears-list";
import { readArrearsTotals } from "@/lib/surfaces/console/loans/arrears-totals";
import { breakList } from "@/lib/surfaces/console/loans/break-list";
import { complaintList } from "@/lib/surfaces/console/loans/complaint-list";
import { findCaller } from "@/lib/surfaces/console/loans/find-caller";
import { readNewestLoans } from "@/lib/surfaces/console/loans/newest-loans";
import { readLoanForOperators } from "@/lib/surfaces/console/loans/read-loan";
import { listMerchantsAnywhere } from "@/lib/surfaces/console/merchants/list-merchants";
import { listLargestBorrowers } from "@/lib/surfaces/console/parties/largest-borrowers";
import { consoleLenders } from "@/lib/surfaces/console/parties/lender-list";
import { consoleMarketplaces } from "@/lib/surfaces/console/parties/marketplace-list";
import { readLenderForOperators } from "@/lib/surfaces/console/parties/read-lender";
import { readMarketplaceForOperators } from "@/lib/surfaces/console/parties/read-marketplace";
import { readStuck } from "@/lib/surfaces/console/stuck/read-stuck";
import { readLoanMoney } from "@/lib/surfaces/console/treasury/loan-money";
import { moneyLists } from "@/lib/surfaces/console/treasury/money-lists";
import { workSources } from "@/lib/surfaces/console/work/sources";
import { findAnything } from "@/lib/surfaces/dashboard/find-anything";
import { lists } from "@/lib/surfaces/dashboard/lists";
import { readAttention } from "@/lib/surfaces/dashboard/read-attention";
import { readOverview } from "@/lib/surfaces/dashboard/read-overview";
import { readPulse } from "@/lib/surfaces/dashboard/read-pulse";
import { foldTallies } from "@/lib/surfaces/dashboard/tallies/fold-tallies";
import { readMoney } from "@/lib/surfaces/metrics/read-money";
import { readTroubles, readWaiting } from "@/lib/surfaces/metrics/read-service";
import { arrearsLabels } from "@/lib/terms/console/arrears";
import { pulseTopics } from "@/lib/terms/dashboard/pulse";
import type { World } from "./world";

/** What the service asks of a large database, again and again: by group and name. */
export type Question = { group: string; name: string; ask: () => Promise<unknown> };

/** Work of the engines, of chores, and every list and page that is read along a whole portfolio. */
export function questionsOf(world: World): Question[] {
  const groups = { engine, chores, rows, dashboard, api, console: consoleQuestions, metrics };
  return Object.entries(groups).flatMap(([group, of]) =>
    Object.entries(of(world)).map(([name, ask]) => ({ group, name, ask })),
  );
}

type Asked = Record<string, () => Promise<unknown>>;

function engine({ tenant }: World): Asked {
  const at = now();
  const lane = laneOf(tenant);
  const laned = tasks.filter(({ chore }) => !chore);
  const each = laned.flatMap((task): [string, () => Promise<unknown>][] => [
    [`claim of ${task.name}`, () => task.claim(10, at, {})],
    [`claim of ${task.name} in a lane`, () => task.claim(10, at, { lane })],
    [`next of ${task.name} in a lane`, () => task.nextClaim(lane, at)],
  ]);
  const overdue = later(at, 400 * day);
  const claimsOf = (name: string) => laned.filter((task) => task.name === name);
  return {
    ...Object.fromEntries(each),
    "claim of service-loan, all of them due": async () => {
      for (const task of claimsOf("service-loan")) await task.claim(10, overdue, {});
    },
    "lanes due": () => readLanesDue(tasks, later(at, -20 * second), at),
    "rows due of a tenant": () =>
      readDueRows(laned.map((task) => [task.name, task.dueRows(tenant, 10, at, { retries: true })])),
    "next of a tenant": () => readNext(laned.map((task) => task.nextDue(tenant, businessTime(at, 0)))),
  };
}

function chores(_: World): Asked {
  const at = now();
  const batch = (realNow: RealTime) => ({ realNow, limit: 500 });
  return {
    "purge of deliveries, none past its time": () => purgeDeliveries(at, 500),
    "purge of requests, none past its time": () => purgeRequests(batch(at)),
    "purge of requests, all past their time": () => purgeRequests(batch(later(at, 100 * day))),
    "purge of mails, none past its time": () => purgeMails(batch(at)),
    "purge of uploads": () => purgeUploads(batch(at)),
    "check of ledgers, a page": () => checkLedgers(at),
    "remittances watched": () => watchRemittances(at),
    "tallies folded": () => foldTallies(at),
    "scores of an older model, a page": () => queueOutdated("", at),
    "directors in plain text": () => sealDirectors(500),
  };
}

function rows({ named }: World): Asked {
  const at = businessTime(now(), 0);
  return {
    "service of a loan": () => serviceLoan(named.loan, at),
    "reminder of a loan": () => remindMerchant(named.loan, at),
    "collection of a loan": () => watchCollection(named.loan, at),
    "match of a settlement": () => matchSettlement(named.settlement, at),
  };
}

function dashboard({ tenant, actor, named }: World): Asked {
  const at = businessTime(now(), 0);
  const reach = everyMerchantOf(tenant);
  const asked: Record<string, Record<string, string>[]> = {
    merchants: [{ connection: "SUSPENDED" }, { kyc: "SUBMITTED" }, { tier: "D" }, { loans: "DEFAULTED" }],
    "funding-requests": [{ status: "PENDING" }, { reason: "ABOVE_LENDING_CAP" }],
    loans: [{ status: "DEFAULTED" }, { status: "ACTIVE", q: "lagoon" }, { arrears: "31-60" }, { arrears: "any" }],
    settlements: [{ status: "BROKEN" }],
    breaks: [{ status: "OPEN" }, { type: "AMOUNT" }],
    "developers/deliveries": [{ status: "FAILED" }, { event: "kyc.approved" }],
    "developers/requests": [{ outcome: "failed" }, { operation: "getMerchant" }],
  };
  const searched: Record<string, string>[] = [{}, { q: "lagoon" }, { q: named.customer }];
  const each = lists.flatMap((one) =>
    [...searched, ...(asked[one.path] ?? [])].map((query): [string, () => Promise<unknown>] => [
      `${one.path}${shown(query)}`,
      () => one.open(reach, query, at),
    ]),
  );
  return {
    ...Object.fromEntries(each),
    overview: () => readOverview({ actor, range: "12m", now: at }),
    attention: () => readAttention({ actor }),
    pulse: () => readPulse({ actor, topics: pulseTopics }),
    "search?q=lagoon": () => findAnything(reach, "lagoon", at),
  };
}

function api({ tenant, named }: World): Asked {
  const reach = everyMerchantOf(tenant);
  const limit = 100;
  return {
    "funding requests": () => listFundingRequests(reach, named.customer, { limit }),
    breaks: () => listBreaks(reach, { limit }),
    settlements: () => listSettlements(reach, { limit }),
    events: () => listEvents(reach, { limit }),
    deliveries: () => listDeliveries(reach, { limit }),
  };
}

function consoleQuestions({ operator, lenderId, tenant, named }: World): Asked {
  const realNow = now();
  const at = businessTime(realNow, 0);
  const environment = "live";
  const scope = { operator, environment, realNow } as const;
  const page = { limit: 50 };
  const opened = {
    breaks: breakList,
    complaints: complaintList,
    lenders: consoleLenders,
    marketplaces: consoleMarketplaces,
  };
  const whole = Object.entries({ ...opened, ...moneyLists, arrears: arrearsList });
  const said = { phone: "7919", account: "0042", name: "lagoon foods", director: "yetunde", loan: named.reference };
  return {
    ...Object.fromEntries(whole.map(([name, one]) => [name, () => one.open(scope, {}, at)])),
    ...Object.fromEntries(
      Object.keys(arrearsLabels).map((bucket) => [
        `arrears?bucket=${bucket}`,
        () => arrearsList.open(scope, { bucket }, at),
      ]),
    ),
    "arrears in all": () => readArrearsTotals(environment, realNow),
    "KYC's page": () => kycList.open(scope, {}, at),
    "KYC by age": () => readKycQueue(scope, page),
    "KYC by risk": () => readKycQueue(scope, { ...page, order: "RISK" }),
    "a case": () => readCase({ ...scope, merchantId: named.waiting }),
    "a loan": () => readLoanForOperators(scope, named.loan),
    "a loan's money": () => readLoanMoney(scope, named.loan),
    "a lender": () => readLenderForOperators({ lenderId, environment, realNow }),
    "a lender's usage": () => readUsage([lenderId], realNow),
    "a lender's largest borrowers": () => listLargestBorrowers(lenderId),
    "a marketplace": () => readMarketplaceForOperators({ ...scope, marketplaceId: tenant.marketplaceId }),
    "newest loans": () => readNewestLoans(scope),
    "merchants anywhere": () => listMerchantsAnywhere({ limit: 50 }),
    "stuck work": () => readStuck(environment),
    ...Object.fromEntries(workSources.map((one) => [`work: ${one.label}`, () => one.read({ ...scope, ...page })])),
    ...Object.fromEntries(
      Object.entries(said).map(([by, what]) => [`caller by ${by}`, () => findCaller(environment, what)]),
    ),
  };
}

function metrics(_: World): Asked {
  const at = now();
  return {
    queues: () => readQueues(),
    money: () => readMoney(at),
    troubles: () => readTroubles(at),
    waiting: () => readWaiting(at),
  };
}

function shown(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text ? `?${text}` : "";
}
