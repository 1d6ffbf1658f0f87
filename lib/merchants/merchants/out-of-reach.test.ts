import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { transaction } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { day, later } from "@/lib/kernel/calendar";
import { listLoanNames, listOwnComplaints, readOwnComplaint } from "@/lib/lending/complaints/queries";
import { owingLoansOf } from "@/lib/lending/funding/borrowers/exposure";
import { membersOf } from "@/lib/lending/funding/borrowers/members";
import { listFundingRequests } from "@/lib/lending/funding/list-funding-requests";
import { findGrounds, readFundingOptions } from "@/lib/lending/funding/read-funding-options";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { lockBreak } from "@/lib/lending/reconciliation/breaks/lock-break";
import { getBreak, listBreaks } from "@/lib/lending/reconciliation/breaks/queries";
import { getSettlement, listSettlements } from "@/lib/lending/reconciliation/settlements/queries";
import { mandateFormFile } from "@/lib/lending/transfers/mandates/make-mandate-form";
import { receiptFile } from "@/lib/lending/transfers/payments/make-receipt";
import { findPayoutAccount } from "@/lib/lending/transfers/payouts/payout-account";
import { readRefund } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { readAgreement } from "@/lib/loans/agreements/queries";
import { quoteDeductions } from "@/lib/loans/loans/deduction-quotes/quote-deductions";
import { loadLoans, lockLoan } from "@/lib/loans/loans/load-loans";
import { lockLoansForBooking } from "@/lib/loans/loans/lock-for-booking";
import { loansById, readActiveLoans, readLoanStatus, readLoanStatuses } from "@/lib/loans/loans/queries";
import { lockOffers } from "@/lib/loans/loans/withdraw-offers";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { readStatement } from "@/lib/loans/statements/read-statement";
import { listDirectors } from "@/lib/merchants/kyc/director-rows";
import { findIdentityChecks } from "@/lib/merchants/kyc/identity/queries";
import { lockEditableKyc, lockKyc } from "@/lib/merchants/kyc/lock-editable-kyc";
import { findSharedIdentities, listDocuments, loadKyc, readKycAnswer } from "@/lib/merchants/kyc/queries";
import { readForReview } from "@/lib/merchants/kyc/read-for-review";
import { getDelivery, listDeliveries, readDeliveries } from "@/lib/platform/messages/webhooks/list-deliveries";
import { getEvent, listEvents } from "@/lib/platform/messages/webhooks/queries";
import { redeliverChunk } from "@/lib/platform/messages/webhooks/redeliver-events";
import { readBatchStatus } from "@/lib/sales/records/batch-queries";
import { queueRescore } from "@/lib/sales/records/queue-rescore";
import { recomputeScore } from "@/lib/sales/records/recompute-score";
import { readCreditScore } from "@/lib/sales/scoring/credit-scores/queries";
import { endConnection } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { readConnection } from "@/lib/surfaces/account/consents/queries";
import { knownNames } from "@/lib/surfaces/console/queries";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { useDatabase } from "@/test/database";
import { sandboxActor } from "@/test/factories/kyc";
import { describeReach, type Reaching, takingReach, tried } from "@/test/out-of-reach";
import { now } from "@/test/time";
import { merchantNames } from "./merchant-names";
import { findMerchant } from "./queries";
import { runningLoans } from "./running-loans";

useDatabase();

/** Every query and lock of one thing of a merchant's: what is out of reach is not found. */
const ofOne: Reaching["ofOne"] = {
  findMerchant: (reach, { merchantId }) => findMerchant(reach, merchantId),
  "findMerchant by the marketplace's id": (reach, { ref }) => findMerchant(reach, ref),
  "findMerchant, locked": (reach, { ref }) => findMerchant(reach, ref, { lock: true }),
  readMerchantStatus: (reach, { ref }) => readMerchantStatus(reach, ref),
  readCreditScore: (reach, { merchantId }) => readCreditScore(reach, merchantId),
  "readCreditScore by the marketplace's id": (reach, { ref }) => readCreditScore(reach, ref),
  listFundingRequests: (reach, { ref }) => listFundingRequests(reach, ref, { limit: 10 }),
  findGrounds: (reach, { ref }) => findGrounds(reach, ref, now()),
  readFundingOptions: (reach, { ref }) => readFundingOptions(reach, ref, undefined, now()),
  readBatchStatus: (reach, { batchId }) => readBatchStatus(reach, batchId),
  recomputeScore: (reach, { submissionId }) => recomputeScore(reach, submissionId),
  lockEditableKyc: (reach, { ref }) => lockEditableKyc(reach, ref),
  lockKyc: (reach, { ref }) => lockKyc(reach, ref),
  loadKyc: (reach, { merchant }) => loadKyc(reach, merchant),
  readKycAnswer: (reach, { merchant }) => readKycAnswer(reach, merchant),
  findSharedIdentities: (reach, { ref }) => findSharedIdentities(reach, ref),
  readForReview: (reach, { ref }) => readForReview(reach, ref, now()),
  readRefund: (reach, { loanId }) => readRefund(reach, loanId),
  lockLoan: (reach, { loanId }) => lockLoan(reach, loanId),
  readLoanStatus: (reach, { loanId }) => readLoanStatus(reach, loanId, now()),
  readActiveLoans: (reach, { ref }) => readActiveLoans(reach, ref, now()),
  explainLoan: (reach, { loanId }) => explainLoan({ reach, loanId, query: { limit: 10 }, now: now() }),
  readAgreement: (reach, { loanId }) => readAgreement(reach, loanId),
  // Its lender debits otherwise, which is said of a loan that is found.
  mandateFormFile: (reach, { loanId }) =>
    mandateFormFile({ reach, loanId }).catch((error) => {
      if (error.code !== "LOAN_STATE_CONFLICT") throw error;
      return error;
    }),
  receiptFile: (reach, { loanId, paymentId }) => receiptFile({ reach, loanId, paymentId, now: now() }),
  readStatement: (reach, { loanId }) => readStatement({ reach, loanId, now: now() }),
  readOwnComplaint: (reach, { complaintId }) => readOwnComplaint(reach, complaintId),
  lockBreak: (reach, { breakId }) => lockBreak(reach, breakId),
  getSettlement: (reach, { settlementId }) => getSettlement(reach, settlementId),
  getBreak: (reach, { breakId }) => getBreak(reach, breakId),
  getEvent: (reach, { eventId }) => getEvent(reach, eventId),
  getDelivery: (reach, { deliveryId }) => getDelivery(reach, deliveryId, sandboxActor(reach.tenant)),
  readConnection: (reach, { ref }) => readConnection(reach, ref),
  lockOffers: (reach, { ref }) => lockOffers(reach, ref),
  endConnection: (reach, { ref }) => {
    const call = { actor: sandboxActor(reach.tenant), reach, ref, now: now(), realNow: now() };
    return undone(() => endConnection({ ...call, by: "MARKETPLACE", note: null }));
  },
};

/** What is done is taken back, for the next one to find everything as it was. */
async function undone(work: () => Promise<void>): Promise<true> {
  const undo = new Error("Undone.");
  try {
    return await transaction(async () => {
      await work();
      throw undo;
    });
  } catch (error) {
    if (error === undo) return true;
    throw error;
  }
}

const emptyPage = { data: [], hasMore: false };

const anyDelivery = {
  ...{ event: undefined, eventId: undefined, merchantId: undefined, status: undefined, from: undefined, to: undefined },
  ...{ startingAfter: undefined, endingBefore: undefined, limit: 10 },
};

/** Those that answer for several: what is out of reach is left out. */
const ofSeveral: Reaching["ofSeveral"] = {
  loadLoans: [(reach, { loanId }) => loadLoans(reach, eq(loans.id, loanId)), () => []],
  loansById: [(reach, { loanId, offerId }) => loansById(reach, [loanId, offerId]), () => []],
  lockLoansForBooking: [(reach, { loanId }) => lockLoansForBooking([{ reach, loanId }]), () => []],
  readLoanStatuses: [
    (reach, { loanId }) => readLoanStatuses(reach, [loanId], now()),
    ({ loanId }) => ({ results: [], notFound: [loanId] }),
  ],
  quoteDeductions: [
    (reach, { loanId }) => {
      const deduction = { loanId, saleAmount: 10_000, proposedAmount: 1_000, currency: "NGN" };
      return quoteDeductions({ reach, deductions: [deduction], now: now() });
    },
    () => ({ results: [expect.objectContaining({ valid: false, reasonCode: "LOAN_NOT_FOUND", quoteId: null })] }),
  ],
  membersOf: [(reach, { merchantId }) => membersOf(reach, merchantId), () => []],
  owingLoansOf: [(reach, { merchantId }) => owingLoansOf(reach, merchantId), () => []],
  runningLoans: [(reach, { merchantId }) => runningLoans(reach, merchantId), () => []],
  findPayoutAccount: [(reach, { payoutAccountId }) => findPayoutAccount(reach, payoutAccountId), () => undefined],
  merchantNames: [(reach, { merchantId }) => merchantNames(reach, merchantId), () => []],
  knownNames: [(reach, { merchantId }) => knownNames(reach, merchantId), () => "Known names  "],
  findIdentityChecks: [
    async (reach, { merchant }) => (await findIdentityChecks(reach, merchant.merchantId)).consents,
    () => [],
  ],
  listDirectors: [(reach, { merchant }) => listDirectors(reach, merchant), () => []],
  listDocuments: [(reach, { merchant }) => listDocuments(reach, merchant), () => []],
  listOwnComplaints: [(reach) => listOwnComplaints(reach, { limit: 10 }), () => emptyPage],
  listLoanNames: [(reach) => listLoanNames(reach, 10), () => []],
  listBreaks: [(reach, { ref: merchantId }) => listBreaks(reach, { merchantId, limit: 10 }), () => emptyPage],
  listSettlements: [(reach, { ref: merchantId }) => listSettlements(reach, { merchantId, limit: 10 }), () => emptyPage],
  listEvents: [(reach, { ref: merchantId }) => listEvents(reach, { merchantId, limit: 10 }), () => emptyPage],
  listDeliveries: [
    (reach, { ref: merchantId }) => listDeliveries(reach, { ...anyDelivery, merchantId }),
    () => emptyPage,
  ],
  "listDeliveries by its id": [
    (reach, { deliveryId }) => listDeliveries(reach, { ...anyDelivery, deliveryId }),
    () => emptyPage,
  ],
  "listDeliveries by its event's id": [
    (reach, { eventId }) => listDeliveries(reach, { ...anyDelivery, eventId }),
    () => emptyPage,
  ],
  readDeliveries: [(reach, { deliveryId }) => readDeliveries(reach, [deliveryId]), () => []],
  // Only theirs has failed.
  redeliverChunk: [
    (reach) => {
      const range = { from: later(now(), -day), to: later(now(), day), deliveryStatus: "FAILED" as const };
      return redeliverChunk(reach, range, "", { now: now(), realNow: now() });
    },
    () => ({ count: 0, last: null }),
  ],
  queueRescore: [(reach, { merchantId }) => queueRescore(reach, merchantId, now()), () => null],
  closeBreaks: [
    (reach, { subject }) => closeBreaks({ reach, type: "AMOUNT", subject, resolution: "ARRIVED", now: now() }),
    () => [],
  ],
};

/** Given what another has found in reach, in its transaction, and no name of anything; or given a reach to tell of it. */
const givenWhatWasFound = [
  "activateConnections",
  "cancelFundingRequests",
  "collectMerchantFacts",
  "committedToLender",
  "countPayment",
  "decisiveFlag",
  "editStep",
  "endAccesses",
  "endConsents",
  "isBorrowerBound",
  "keepIdentities",
  "lockBorrower",
  "onlyMerchantIn",
  "otherExposureOf",
  "prepareToDecideAgain",
  "processRecords",
  "readDrafts",
  "readHeldPayout",
  "reaches",
  "reconnectMerchant",
  "recordFindings",
  "recordSilence",
  "reopenConnection",
  "requireHeldAsShown",
  "rescoreOutdated",
  "scoreQueued",
  "shownRefund",
  "submissionScopeOf",
  "takeAsAnswer",
  "withdrawOffers",
];

test("no function that takes a reach is left out", () => {
  // `lib/surfaces/dashboard/out-of-reach.long.test.ts` tries the dashboard's.
  const taking = takingReach((file) => !file.startsWith("surfaces/dashboard/"));
  expect(taking).toEqual(tried({ ofOne, ofSeveral }, givenWhatWasFound));
});

// A batch is whose token submitted it: this one the marketplace's.
describeReach({ ofOne, ofSeveral }, ["readBatchStatus"]);
