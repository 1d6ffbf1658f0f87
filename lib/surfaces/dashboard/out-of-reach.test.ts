import { expect, test } from "vitest";
import { loans } from "@/db/schema/loans";
import { useDatabase } from "@/test/database";
import { describeReach, type Reaching, takingReach, tried } from "@/test/out-of-reach";
import { now } from "@/test/time";
import { readBreakForStaff } from "./break-detail";
import { countBreaks, listBreaksForStaff } from "./breaks-list";
import { listDeliveriesForStaff, readDeliveryPage } from "./deliveries-list";
import { readFunding } from "./funding-detail";
import { listFunding } from "./funding-list";
import { readLoanForStaff } from "./loan-detail";
import { listCollectionDays, listJournals, listReports } from "./loan-money";
import { listLoansForStaff } from "./loans-list";
import { readMerchant } from "./merchant-detail";
import { namedBy, ofMerchant } from "./of-merchant";
import { readSettlementForStaff } from "./settlement-detail";
import { listSettlementsForStaff } from "./settlements-list";

useDatabase();

const limit = 10;
const noRows = () => ({ rows: [], hasMore: false });
const noneFound = () => ({ rows: [], hasMore: false, lookedUntil: null });

/** What a page shows of one thing: what is out of reach is not found. */
const ofOne: Reaching["ofOne"] = {
  readMerchant: (reach, { merchantId }) => readMerchant(reach, merchantId),
  "readMerchant by the marketplace's id": (reach, { ref }) => readMerchant(reach, ref),
  readFunding: (reach, { fundingRequestId }) => readFunding(reach, fundingRequestId, now()),
  readLoanForStaff: (reach, { loanId }) => readLoanForStaff(reach, loanId, now()),
  readSettlementForStaff: (reach, { settlementId }) => readSettlementForStaff(reach, settlementId),
  readBreakForStaff: (reach, { breakId }) => readBreakForStaff(reach, breakId),
};

/** Lists: what is out of reach is left out, by whatever it is named. */
const ofSeveral: Reaching["ofSeveral"] = {
  ofMerchant: [(reach, { merchantId }) => ofMerchant(loans.merchantId, reach, merchantId), () => null],
  "ofMerchant by the marketplace's id": [(reach, { ref }) => ofMerchant(loans.merchantId, reach, ref), () => null],
  namedBy: [
    (reach, { ref }) => namedBy(loans.merchantId, reach, { q: ref }),
    ({ ref }) => ({ those: [], words: [ref] }),
  ],
  "namedBy a merchant": [(reach, { ref }) => namedBy(loans.merchantId, reach, { merchant: ref }), () => null],

  // Nobody else has a loan, a settlement, or a break.
  listLoansForStaff: [(reach) => listLoansForStaff(reach, { limit }, now()), noneFound],
  "listLoansForStaff of a merchant": [
    (reach, { merchantId: merchant }) => listLoansForStaff(reach, { merchant, limit }, now()),
    noneFound,
  ],
  "listLoansForStaff by a loan's id": [
    (reach, { loanId: q }) => listLoansForStaff(reach, { q, limit }, now()),
    noneFound,
  ],
  "listLoansForStaff by a loan's reference": [
    (reach, { reference: q }) => listLoansForStaff(reach, { q, limit }, now()),
    noneFound,
  ],
  "listLoansForStaff by a name": [
    (reach, { businessName: q }) => listLoansForStaff(reach, { q, limit }, now()),
    noneFound,
  ],
  listSettlementsForStaff: [(reach) => listSettlementsForStaff(reach, { limit }), noneFound],
  "listSettlementsForStaff of a merchant": [
    (reach, { merchantId: merchant }) => listSettlementsForStaff(reach, { merchant, limit }),
    noneFound,
  ],
  "listSettlementsForStaff by a settlement's id": [
    (reach, { settlementId: q }) => listSettlementsForStaff(reach, { q, limit }),
    noneFound,
  ],
  "listSettlementsForStaff by a settlement's reference": [
    (reach, { settlementReference: q }) => listSettlementsForStaff(reach, { q, limit }),
    noneFound,
  ],
  "listSettlementsForStaff by a name": [
    (reach, { businessName: q }) => listSettlementsForStaff(reach, { q, limit }),
    noneFound,
  ],
  listBreaksForStaff: [(reach) => listBreaksForStaff(reach, { limit }), noneFound],
  "listBreaksForStaff of a merchant": [
    (reach, { merchantId: merchant }) => listBreaksForStaff(reach, { merchant, limit }),
    noneFound,
  ],
  "listBreaksForStaff of a loan": [(reach, { loanId }) => listBreaksForStaff(reach, { loanId, limit }), noneFound],
  "listBreaksForStaff by a break's id": [(reach, { breakId: q }) => listBreaksForStaff(reach, { q, limit }), noneFound],
  "listBreaksForStaff by a loan's id": [(reach, { loanId: q }) => listBreaksForStaff(reach, { q, limit }), noneFound],
  "listBreaksForStaff by a name": [(reach, { businessName: q }) => listBreaksForStaff(reach, { q, limit }), noneFound],
  listFunding: [(reach) => listFunding(reach, { limit }), noneFound],
  "listFunding by a merchant's id": [(reach, { merchantId: q }) => listFunding(reach, { q, limit }), noneFound],
  "listFunding by a request's id": [(reach, { fundingRequestId: q }) => listFunding(reach, { q, limit }), noneFound],
  "listFunding by a name": [(reach, { businessName: q }) => listFunding(reach, { q, limit }), noneFound],
  countBreaks: [(reach) => countBreaks(reach, "OPEN"), () => 0],

  listJournals: [(reach, { loanId }) => listJournals(reach, loanId, { limit }), noRows],
  listCollectionDays: [(reach, { loanId }) => listCollectionDays(reach, loanId, { limit }), noRows],
  listReports: [(reach, { loanId }) => listReports(reach, { loanId }, { limit }), noRows],
  "listReports of a settlement": [(reach, { settlementId }) => listReports(reach, { settlementId }, { limit }), noRows],
  listDeliveriesForStaff: [
    (reach, { deliveryId: q }) => listDeliveriesForStaff(reach, { q }, { limit }),
    () => ({ data: [], hasMore: false }),
  ],
  readDeliveryPage: [
    (reach, { deliveryId: q }) => readDeliveryPage(reach, { q }, limit),
    ({ deliveryId: q }) => ({ data: [], hasMore: false, query: { q } }),
  ],
};

test("no function of the dashboard that takes a reach is left out", () => {
  expect(takingReach((file) => file.startsWith("surfaces/dashboard/"))).toEqual(tried({ ofOne, ofSeveral }));
});

describeReach({ ofOne, ofSeveral });
