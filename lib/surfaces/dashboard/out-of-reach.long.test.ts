import { expect, test } from "vitest";
import type { Reach } from "@/lib/kernel/reach";
import type { List } from "@/lib/surfaces/lists/list";
import { useDatabase } from "@/test/database";
import type { FullMerchant } from "@/test/factories/full-merchant";
import { describeReach, type Reaching, takingReach, tried } from "@/test/out-of-reach";
import { now } from "@/test/time";
import { readBreakForStaff } from "./break-detail";
import { countBreaks, listBreaksForStaff } from "./breaks-list";
import { findAnything } from "./find-anything";
import { readFunding } from "./funding-detail";
import { lists } from "./lists";
import { readLoanForStaff } from "./loan-detail";
import { listCollectionDays, listJournals, listReports } from "./loan-money";
import { readMerchant } from "./merchant-detail";
import { requestList } from "./requests-list";
import { readSettlementForStaff } from "./settlement-detail";

useDatabase();

const limit = 10;
const noRows = () => ({ rows: [], hasMore: false });

/** What a page shows of one thing: what is out of reach is not found. */
const ofOne: Reaching["ofOne"] = {
  readMerchant: (reach, { merchantId }) => readMerchant(reach, merchantId),
  "readMerchant by the marketplace's id": (reach, { ref }) => readMerchant(reach, ref),
  readFunding: (reach, { fundingRequestId }) => readFunding(reach, fundingRequestId, now()),
  readLoanForStaff: (reach, { loanId }) => readLoanForStaff(reach, loanId, now()),
  readSettlementForStaff: (reach, { settlementId }) => readSettlementForStaff(reach, settlementId),
  readBreakForStaff: (reach, { breakId }) => readBreakForStaff(reach, breakId),
};

/** The lines of a merchant in a list's file, by whatever is looked for; without an address that says so, of all of it. */
async function linesOf(list: List, reach: Reach, theirs: FullMerchant) {
  const asked = Object.values(theirs).flatMap((q) => (typeof q === "string" ? [{ q }, { merchant: q }] : []));
  const parts = [];
  for (const one of [{}, ...asked]) {
    parts.push(await list.readLines(reach, { status: "ALL", ...one }, { limit: 10 }, now()));
  }
  return parts.flatMap(({ lines }) => lines.split("\r\n").filter((line) => line.includes(theirs.merchantId)));
}

/** Those of what belongs to merchants. */
const ofMerchants = lists.filter((list) => list !== requestList);

/** Lists: what is out of reach is left out, by whatever it is named. */
const ofSeveral: Reaching["ofSeveral"] = {
  ...Object.fromEntries(
    ofMerchants.map((list): [string, Reaching["ofSeveral"][string]] => [
      `the list ${list.path}`,
      [(reach, theirs) => linesOf(list, reach, theirs), () => []],
    ]),
  ),
  findAnything: [(reach, { businessName }) => findAnything(reach, businessName, now()), () => []],
  "findAnything by an order": [(reach, { ref }) => findAnything(reach, `order-of-${ref}`, now()), () => []],
  "findAnything by a deduction": [(reach, { ref }) => findAnything(reach, `deducted-from-${ref}`, now()), () => []],
  "findAnything by a loan's reference": [(reach, { reference }) => findAnything(reach, reference, now()), () => []],
  "findAnything by a break's id": [(reach, { breakId }) => findAnything(reach, breakId, now()), () => []],
  "listBreaksForStaff of a loan": [(reach, { loanId }) => listBreaksForStaff(reach, { loanId, limit }), noRows],
  countBreaks: [(reach) => countBreaks(reach, "OPEN"), () => 0],

  listJournals: [(reach, { loanId }) => listJournals(reach, loanId, { limit }), noRows],
  listCollectionDays: [(reach, { loanId }) => listCollectionDays(reach, loanId, { limit }), noRows],
  listReports: [(reach, { loanId }) => listReports(reach, { loanId }, { limit }), noRows],
  "listReports of a settlement": [(reach, { settlementId }) => listReports(reach, { settlementId }, { limit }), noRows],
};

/** What the lists read by. */
const throughLists = [
  ...["listBreaksForStaff", "listDeliveriesForStaff", "listFunding", "listLoansForStaff"],
  ...["listMerchants", "listRequestsForStaff", "listSettlementsForStaff", "wantedBy"],
];

const named = Object.fromEntries(Object.entries(ofSeveral).filter(([name]) => !name.startsWith("the list ")));

test("no function of the dashboard that takes a reach is left out", () => {
  expect(takingReach((file) => file.startsWith("surfaces/dashboard/"))).toEqual(
    tried({ ofOne, ofSeveral: named }, throughLists),
  );
});

describeReach({ ofOne, ofSeveral });
