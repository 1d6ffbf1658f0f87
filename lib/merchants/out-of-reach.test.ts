import { readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { loans } from "@/db/schema/loans";
import type { Tenant } from "@/lib/actor";
import { readAgreement } from "@/lib/agreements/queries";
import { owingLoansOf } from "@/lib/borrowers/exposure";
import { membersOf } from "@/lib/borrowers/members";
import { closeBreaks } from "@/lib/breaks/close-breaks";
import { lockBreak } from "@/lib/breaks/lock-break";
import { getBreak, listBreaks } from "@/lib/breaks/queries";
import { endConnection } from "@/lib/consents/disconnect-merchant";
import { readConnection } from "@/lib/consents/queries";
import { readCreditScore } from "@/lib/credit-scores/queries";
import { quoteDeductions } from "@/lib/deductions/quote-deductions";
import { listFundingRequests } from "@/lib/funding/list-funding-requests";
import { readFundingOptions } from "@/lib/funding/read-funding-options";
import { readBatchStatus } from "@/lib/ingestion/batch-queries";
import { queueRescore } from "@/lib/ingestion/queue-rescore";
import { recomputeScore } from "@/lib/ingestion/recompute-score";
import { listDirectors } from "@/lib/kyc/director-rows";
import { openConnected, openForEditing } from "@/lib/kyc/open-for-editing";
import { findSharedIdentities, listDocuments, loadKyc, readKycAnswer } from "@/lib/kyc/queries";
import { readForReview } from "@/lib/kyc/read-for-review";
import { loadLoans, lockLoan } from "@/lib/loans/load-loans";
import { lockLoansForBooking } from "@/lib/loans/lock-for-booking";
import { loansById, readActiveLoans, readLoanStatus, readLoanStatuses } from "@/lib/loans/queries";
import { runningLoans } from "@/lib/loans/running-loans";
import { lockOffers } from "@/lib/loans/withdraw-offers";
import { readMerchantStatus } from "@/lib/merchant-status/queries";
import { findPayoutAccount } from "@/lib/payouts/payout-account";
import { readRefund } from "@/lib/payouts/refund-overpayment";
import { everyMerchantOf, type Reach, reachOf, reachOfRow } from "@/lib/reach";
import { getSettlement, listSettlements } from "@/lib/settlements/queries";
import { explainLoan } from "@/lib/statements/explain-loan";
import { readStatement } from "@/lib/statements/read-statement";
import { getEvent, listEvents } from "@/lib/webhooks/outbound/queries";
import { useDatabase } from "@/test/database";
import { type FullMerchant, fullMerchant, outsidersOf } from "@/test/factories/full-merchant";
import { sandboxActor } from "@/test/factories/kyc";
import { createMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { merchantNames } from "./merchant-names";
import { findMerchant } from "./queries";

useDatabase();

type Query = (reach: Reach, of: FullMerchant) => Promise<unknown>;

/** Every query and lock of one thing of a merchant's: what is out of reach is not found. */
const ofOne: Record<string, Query> = {
  findMerchant: (reach, { merchantId }) => findMerchant(reach, merchantId),
  "findMerchant by the marketplace's id": (reach, { ref }) => findMerchant(reach, ref),
  "findMerchant, locked": (reach, { ref }) => findMerchant(reach, ref, { lock: true }),
  readMerchantStatus: (reach, { ref }) => readMerchantStatus(reach, ref),
  readCreditScore: (reach, { merchantId }) => readCreditScore(reach, merchantId),
  "readCreditScore by the marketplace's id": (reach, { ref }) => readCreditScore(reach, ref),
  listFundingRequests: (reach, { ref }) => listFundingRequests(reach, ref, { limit: 10 }),
  readFundingOptions: (reach, { ref }) => readFundingOptions(reach, ref, undefined, now()),
  readBatchStatus: (reach, { batchId }) => readBatchStatus(reach, batchId),
  recomputeScore: (reach, { submissionId }) => recomputeScore(reach, submissionId),
  openForEditing: (reach, { ref }) => openForEditing(reach, ref),
  openConnected: (reach, { ref }) => openConnected(reach, ref),
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
  readStatement: (reach, { loanId }) => readStatement({ reach, loanId, now: now() }),
  lockBreak: (reach, { breakId }) => lockBreak(reach, breakId),
  getSettlement: (reach, { settlementId }) => getSettlement(reach, settlementId),
  getBreak: (reach, { breakId }) => getBreak(reach, breakId),
  getEvent: (reach, { eventId }) => getEvent(reach, eventId),
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

/** Those that answer for several: what is out of reach is left out. */
const ofSeveral: Record<string, [query: Query, nothing: (of: FullMerchant) => unknown]> = {
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
  listDirectors: [(reach, { merchant }) => listDirectors(reach, merchant), () => []],
  listDocuments: [(reach, { merchant }) => listDocuments(reach, merchant), () => []],
  listBreaks: [(reach, { ref: merchantId }) => listBreaks(reach, { merchantId, limit: 10 }), () => emptyPage],
  listSettlements: [(reach, { ref: merchantId }) => listSettlements(reach, { merchantId, limit: 10 }), () => emptyPage],
  listEvents: [(reach, { ref: merchantId }) => listEvents(reach, { merchantId, limit: 10 }), () => emptyPage],
  queueRescore: [(reach, { merchantId }) => queueRescore(reach, merchantId, now()), () => null],
  closeBreaks: [
    (reach, { subject }) => closeBreaks({ reach, type: "AMOUNT", subject, resolution: "ARRIVED", now: now() }),
    () => [],
  ],
};

/** Those that are given what another has found in reach, in its transaction, and no name of anything. */
const givenWhatWasFound = [
  "activateConnections",
  "cancelFundingRequests",
  "collectMerchantFacts",
  "decisiveFlag",
  "editStep",
  "endConsents",
  "lockBorrower",
  "otherExposureOf",
  "prepareToDecideAgain",
  "processRecords",
  "readDrafts",
  "reconnectMerchant",
  "recordFindings",
  "reopenConnection",
  "rescoreOutdated",
  "scoreQueued",
  "submissionScopeOf",
  "withdrawOffers",
];

test("no function that takes a reach is left out", () => {
  const code = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<![.]test)[.]ts$/.test(file),
  );
  const taking = code.flatMap((file) => {
    const declared = readFileSync(`lib/${file}`, "utf8").matchAll(/^export async function (\w+)\(([^)]*)\)/gm);
    return [...declared].flatMap(([, name, parameters]) => (/\breach: Reach\b/.test(parameters ?? "") ? [name] : []));
  });
  const tried = Object.keys({ ...ofOne, ...ofSeveral }).map((name) => name.split(/\W/)[0]);
  expect([...new Set(taking)].sort()).toEqual([...new Set([...tried, ...givenWhatWasFound])].sort());
});

let tenant: Tenant;
let theirs: FullMerchant;
let outsiders: Record<string, Reach>;
beforeAll(async () => {
  const marketplace = await createMarketplace();
  tenant = marketplace.test;
  theirs = await fullMerchant(tenant);
  const actors = await outsidersOf(tenant, (await createMarketplace()).test);
  outsiders = Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, reachOf(actor)]));
  outsiders["the other environment"] = everyMerchantOf(marketplace.live);
});

/** Locks are for a transaction. */
const asked = (query: Query, reach: Reach) => transaction(() => query(reach, theirs));

describe("for whom it is out of reach", () => {
  test("everything that could be named is there", () => {
    expect(Object.entries(theirs).filter(([, value]) => !value)).toEqual([]);
  });

  test.each(Object.entries(ofOne))("%s finds nothing", async (_, query) => {
    for (const [who, reach] of Object.entries(outsiders)) {
      await expect(asked(query, reach), who).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  test.each(Object.entries(ofSeveral))("%s leaves it out", async (_, [query, nothing]) => {
    const stored = await storedState();
    for (const [who, reach] of Object.entries(outsiders)) {
      expect(await asked(query, reach), who).toEqual(nothing(theirs));
    }
    expect(await storedState()).toEqual(stored);
  });
});

describe("for the marketplace and for the merchant itself", () => {
  const reaches: [string, () => Reach][] = [
    ["the marketplace", () => everyMerchantOf(tenant)],
    ["the merchant", () => reachOfRow({ ...tenant, merchantId: theirs.merchantId })],
  ];

  describe.each(reaches)("%s", (who, reach) => {
    // A batch is whose token submitted it: this one the marketplace's.
    const own = Object.entries(ofOne).filter(([name]) => name !== "readBatchStatus" || who === "the marketplace");

    test.each(own)("%s finds it", async (_, query) => {
      expect(await asked(query, reach())).toBeTruthy();
    });

    test.each(Object.entries(ofSeveral))("%s has it", async (_, [query, nothing]) => {
      const undo = new Error("Undone, for the next one to find it too.");
      const answer = transaction(async () => {
        expect(await query(reach(), theirs)).not.toEqual(nothing(theirs));
        throw undo;
      });
      await expect(answer).rejects.toBe(undo);
    });
  });
});
