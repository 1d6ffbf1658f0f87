import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { errorCodes } from "@/lib/kernel/error-codes";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { keepIdentities } from "@/lib/lending/funding/borrowers/keep-identities";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { resolveBreak } from "@/lib/lending/reconciliation/breaks/resolve-break";
import { correctSettlement } from "@/lib/lending/reconciliation/settlements/correct-settlement";
import { receiveSettlement } from "@/lib/lending/reconciliation/settlements/receive-settlement";
import { readLoanReceived } from "@/lib/lending/remittances/received-of-loan";
import { acceptTerms } from "@/lib/lending/servicing/accept-terms";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { declineTerms } from "@/lib/lending/servicing/decline-terms";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { planLoan } from "@/lib/lending/servicing/plan-loan";
import { takeBackDefault } from "@/lib/lending/servicing/take-back-default";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { activateMandate } from "@/lib/lending/transfers/mandates/activate-mandate";
import { giveMandateByHand } from "@/lib/lending/transfers/mandates/mandate-by-hand";
import { openSignedForm } from "@/lib/lending/transfers/mandates/open-signed-form";
import { orderMandate } from "@/lib/lending/transfers/mandates/prepare-mandate";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { sendSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";
import { closeOrder } from "@/lib/lending/transfers/orders/close-order";
import { orderPayment } from "@/lib/lending/transfers/payments/order-payment";
import { readPayoffQuote } from "@/lib/lending/transfers/payments/read-payoff-quote";
import { recoverLoan } from "@/lib/lending/transfers/payments/recover-loan";
import { nameAccount, showAccountToName } from "@/lib/lending/transfers/payouts/name-account";
import { orderPayout, placePayout } from "@/lib/lending/transfers/payouts/order-payout";
import { refundAsShown } from "@/lib/lending/transfers/payouts/refund-as-shown";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";
import { savePayoutAccount, storePayoutAccount } from "@/lib/lending/transfers/payouts/save-payout-account";
import { endNeverPaidOut } from "@/lib/lending/transfers/reversed/end-never-paid-out";
import { payAgain } from "@/lib/lending/transfers/reversed/pay-again";
import { openAgreement } from "@/lib/loans/agreements/open-agreement";
import { readKeyFacts } from "@/lib/loans/agreements/queries";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { confirmUpload } from "@/lib/merchants/documents/confirm-upload";
import { receiveUpload } from "@/lib/merchants/documents/receive-upload";
import { addDirectors } from "@/lib/merchants/kyc/add-directors";
import { attachDocument } from "@/lib/merchants/kyc/attach-document";
import { changeDirector, checkChangedDirector, removeDirector } from "@/lib/merchants/kyc/change-director";
import { checkDirectors, checkIdentities } from "@/lib/merchants/kyc/check-identities";
import { openDocument } from "@/lib/merchants/kyc/open-document";
import { removeDocument } from "@/lib/merchants/kyc/remove-document";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { reviewKycInTest } from "@/lib/merchants/kyc/review-kyc-in-test";
import { saveBusinessInfo } from "@/lib/merchants/kyc/save-business-info";
import { saveDirectors } from "@/lib/merchants/kyc/save-directors";
import { checkJourneyDirectors, saveJourneyDirectors } from "@/lib/merchants/kyc/save-journey-directors";
import { submitKyc } from "@/lib/merchants/kyc/submit-kyc";
import { redeliver, redeliverDeliveries } from "@/lib/platform/messages/webhooks/redeliver-deliveries";
import { receiveAccountFlag } from "@/lib/sales/data-events/receive-account-flag";
import { receiveSalesEvent } from "@/lib/sales/data-events/receive-sales-event";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { disconnectMerchant } from "@/lib/surfaces/account/consents/disconnect-merchant";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { bringAnyForm } from "@/test/by-hand";
import { useDatabase } from "@/test/database";
import { recordOf } from "@/test/factories/batch";
import { type FullMerchant, fullMerchant, outsidersOf } from "@/test/factories/full-merchant";
import { anyBusinessInfo, anyDirector, sandboxActor } from "@/test/factories/kyc";
import { anyAccount } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { anyReference, deductedEvent, report } from "@/test/factories/repayment";
import { createdEvent } from "@/test/factories/settlement";
import { storedState } from "@/test/factories/snapshot";
import { usePlainAgreements } from "@/test/plain-agreements";
import { instant, now } from "@/test/time";

useDatabase();
usePlainAgreements();
afterAll(() => rm(env().dataDir, { recursive: true, force: true }));

type Verb = (actor: Actor, of: FullMerchant) => Promise<unknown>;

const at = () => ({ now: now(), realNow: now() });
const reason = "Because.";
const owed = { amount: 1 as never, accountId: "acc_none" };
const closing = { order: "a".repeat(16), amount: 1_000, outcome: "NOT_PAID", reason } as const;
const director = anyDirector();
const document = { documentType: "BUSINESS_PERMIT", fileName: "p.png", fileSize: "8", mimeType: "image/png" } as const;
const request = { amountRequested: 5_000, tenorDays: 30, purpose: "Other", financingTimeframeDays: 7 } as const;
const event = () => ({ eventId: anyReference(), occurredAt: now() });
const upload = () => ({ contentType: "application/pdf", content: Readable.from([]) });
const sale = { orderId: "ORD-1", amount: 100, currency: "NGN" } as const;
const flag = { flag: "SUSPENDED", severity: null, reason: null } as const;
const asked = { mandateId: "mnd_1", outcome: { status: "ACTIVE", reference: "m-1" } } as const;
const approved = { status: "APPROVED" } as const;

/** Verbs that are given a name of something: what is out of reach is not found. */
const verbs: Record<string, Verb> = {
  mintEmbedToken: (actor, { ref }) => mintEmbedToken({ actor, ref, realNow: now() }),
  saveBusinessInfo: (actor, { ref }) => saveBusinessInfo({ actor, ref, input: anyBusinessInfo, now: now() }),
  // Before those that give the list other directors.
  removeDirector: (actor, { ref, directorId }) =>
    removeDirector({ actor, ref, directorId, watch: keepIdentities, now: now() }),
  checkChangedDirector: (actor, { ref, directorId }) =>
    checkChangedDirector({ actor, ref, directorId, input: director, now: now() }),
  changeDirector: async (actor, { ref, directorId }) => {
    const checks = await checkIdentities("test", [director]);
    return changeDirector({ actor, ref, directorId, input: director, checks, watch: keepIdentities, now: now() });
  },
  checkDirectors: (actor, { ref }) => checkDirectors({ actor, ref, input: [director], now: now() }),
  saveDirectors: async (actor, { ref }) => {
    const checks = await checkIdentities("test", [director]);
    return saveDirectors({ actor, ref, input: [director], checks, watch: keepIdentities, now: now() });
  },
  addDirectors: async (actor, { ref }) => {
    const checks = await checkIdentities("test", [director]);
    return addDirectors({ actor, ref, input: [director], checks, watch: keepIdentities, now: now() });
  },
  checkJourneyDirectors: (actor, { ref }) => checkJourneyDirectors({ actor, ref, input: [director], now: now() }),
  saveJourneyDirectors: async (actor, { ref }) => {
    const checks = await checkIdentities("test", [director]);
    return saveJourneyDirectors({ actor, ref, input: [director], checks, watch: keepIdentities, now: now() });
  },
  attachDocument: (actor, { ref, fileKey }) =>
    attachDocument({ actor, ref, input: { ...document, fileKey }, now: now() }),
  openDocument: (actor, { ref, documentId }) => openDocument({ actor, ref, documentId, now: now() }),
  removeDocument: (actor, { ref, documentId }) => removeDocument({ actor, ref, documentId, now: now() }),
  submitKyc: (actor, { ref }) => submitKyc({ actor, ref, now: now() }),
  reviewKyc: (actor, { ref }) => reviewKyc({ actor, ref, outcome: approved, now: now() }),
  reviewKycInTest: (actor, { ref }) => reviewKycInTest({ actor, ref, outcome: approved, now: now() }),
  createFundingRequest: (actor, { ref }) => createFundingRequest({ actor, ref, input: request, now: now() }),
  submitSalesData: (actor, { ref }) => submitSalesData({ actor, ref, input: recordOf(ref), now: now() }),
  receiveSalesEvent: (actor, { ref: merchantId }) =>
    receiveSalesEvent({ actor, input: { ...event(), ...sale, merchantId }, now: now() }),
  receiveUpload: (actor, { fileKey, uploadToken: token }) =>
    receiveUpload({ actor, fileKey, token, ...upload(), realNow: now() }),
  receiveRepayment: (actor, { loanId: id, reference, ref }) => {
    const loan = { id, reference, marketplaceId: actor.tenant.marketplaceId, thirdPartyCustomerId: ref };
    return report(actor, deductedEvent(loan, { reference: anyReference(), amount: 100_00, at: now() }), now());
  },
  receiveSettlement: (actor, { ref }) => {
    const told = { reference: anyReference(), totalDeductions: 0, periodStart: instant(0), periodEnd: now() };
    const input = createdEvent({ test: actor.tenant, thirdPartyCustomerId: ref }, told, now());
    return receiveSettlement({ actor, input, raw: input, now: now() });
  },
  correctSettlement: (actor, { settlementReference: reference }) =>
    correctSettlement({ actor, reference, input: { netAmount: 7, reason }, now: now() }),
  readKeyFacts: (actor, { loanId }) => readKeyFacts({ actor, loanId, now: now() }),
  readLoanReceived: (actor, { loanId }) => readLoanReceived({ actor, loanId, now: now() }),
  readPayoffQuote: (actor, { loanId }) => readPayoffQuote({ actor, loanId, now: now() }),
  readJourneyLoan: (actor, { loanId }) => readJourneyLoan({ actor, loanId, now: now() }),
  answerBreak: (actor, { breakId }) =>
    answerBreak({ actor, breakId, input: { reason: "OTHER", note: reason }, now: now() }),
  resolveBreak: (actor, { breakId }) =>
    resolveBreak({ actor, breakId, input: { resolution: "EXPLAINED", note: reason }, now: now() }),
  decideBreak: (actor, { breakId }) =>
    decideBreak({ actor, breakId, input: { resolution: "EXPLAINED", note: reason }, now: now() }),
  redeliver: (actor, { eventId }) => redeliver({ actor, input: { eventId }, ...at() }),
  redeliverDeliveries: (actor, { deliveryId }) => redeliverDeliveries({ actor, input: { ids: [deliveryId] }, ...at() }),

  repayLoan: (actor, { loanId }) => repayLoan({ actor, loanId, input: {}, now: now() }),
  reverseRepayment: (actor, { loanId }) => reverseRepayment({ actor, loanId, input: {}, now: now() }),
  refundOverpayment: (actor, { loanId }) => refundOverpayment({ actor, loanId, now: now() }),
  refundAsShown: (actor, { loanId }) => refundAsShown({ actor, loanId, shown: owed, now: now() }),
  orderPayment: (actor, { loanId }) => orderPayment({ actor, loanId, input: { amount: 1_000 }, now: now() }),
  planLoan: (actor, { loanId }) => planLoan({ actor, loanId, input: { installments: [], reason }, now: now() }),
  changeTerms: (actor, { loanId }) =>
    changeTerms({ actor, loanId, input: { minimumDeduction: 500, reason }, now: now() }),
  acceptTerms: (actor, { loanId, proposalId }) => acceptTerms({ actor, loanId, input: { proposalId }, now: now() }),
  declineTerms: (actor, { loanId, proposalId }) => declineTerms({ actor, loanId, input: { proposalId }, now: now() }),
  pauseLoan: (actor, { loanId }) => pauseLoan({ actor, loanId, input: { reason }, now: now() }),
  closeOrder: (actor, { loanId }) => closeOrder({ actor, loanId, input: closing, now: now() }),
  nameAccount: (actor, { loanId }) => nameAccount({ actor, loanId, input: { holder: "UNKNOWN", reason }, now: now() }),
  giveMandateByHand: (actor, { loanId }) =>
    giveMandateByHand({ actor, loanId, input: { bankReference: "M1", reason }, now: now() }),
  sendSignedForm: (actor, { loanId, fileKey }) => sendSignedForm({ actor, loanId, input: { fileKey }, now: now() }),
  bringSignedForm: (actor, { loanId }) => bringAnyForm({ actor, loanId, now: now() }),
  openAgreement: (actor, { loanId }) => openAgreement({ actor, loanId, now: now() }),
  openSignedForm: (actor, { loanId }) => openSignedForm({ actor, loanId, now: now() }),
  showAccountToName: (actor, { loanId }) => showAccountToName({ actor, loanId, now: now() }),
  payAgain: (actor, { loanId }) => payAgain({ actor, loanId, input: { reason }, now: now() }),
  endNeverPaidOut: (actor, { loanId }) => endNeverPaidOut({ actor, loanId, input: { reason }, now: now() }),
  resumeLoan: (actor, { loanId }) => resumeLoan({ actor, loanId, input: { reason }, now: now() }),
  defaultLoan: (actor, { loanId }) => defaultLoan({ actor, loanId, input: { reason: "DECIDED" }, now: now() }),
  takeBackDefault: (actor, { loanId }) => takeBackDefault({ actor, loanId, input: { reason }, now: now() }),
  recoverLoan: (actor, { loanId }) =>
    recoverLoan({ actor, loanId, input: { amount: 100, reference: "B-1" }, now: now() }),
  writeOffLoan: (actor, { loanId }) => writeOffLoan({ actor, loanId, input: { reason }, now: now() }),
  acceptOffer: (actor, { offerId: loanId }) => acceptOffer({ actor, loanId, now: now() }),
  savePayoutAccount: (actor, { offerId: loanId }) =>
    savePayoutAccount({ actor, loanId, input: anyAccount, now: now() }),
  storePayoutAccount: (actor, { offerId: loanId }) =>
    storePayoutAccount({ actor, loanId, input: anyAccount, enquiry: { accountName: "Ada Foods" }, now: now() }),
  requestMandate: (actor, { offerId: loanId }) => requestMandate({ actor, loanId, ...at() }),
  orderMandate: (actor, { offerId: loanId }) => orderMandate({ actor, loanId, now: now() }),
  activateMandate: (actor, { offerId: loanId }) => activateMandate({ actor, loanId, asked, now: now() }),
  orderPayout: (actor, { offerId: loanId }) => orderPayout({ actor, loanId, now: now() }),
  placePayout: (actor, { offerId: loanId }) => placePayout({ actor, loanId, now: now() }),
  releasePayout: (actor, { offerId: loanId }) => releasePayout({ actor, loanId, now: now() }),
  refusePayout: (actor, { offerId: loanId }) => refusePayout({ actor, loanId, input: { reason }, now: now() }),
  acceptLoan: (actor, { offerId: loanId }) => acceptLoan({ actor, loanId, input: {}, now: now() }),
  cancelLoan: (actor, { offerId: loanId }) => cancelLoan({ actor, loanId, input: { reason: "CANCELLED" }, now: now() }),
  // Last: they suspend and end the merchant's connection.
  receiveAccountFlag: (actor, { ref: merchantId }) =>
    receiveAccountFlag({ actor, input: { ...event(), ...flag, merchantId }, now: now() }),
  disconnectMerchant: (actor, { ref }) => disconnectMerchant({ actor, ref, input: {}, ...at() }),
};

/** Not verbs themselves: what verbs on a loan have in common, a series of verbs, and what a proposal is about. */
const aroundVerbs = ["actOnLoan", "approveKyc", "loanOf", "onLoanAsSeen"];

/**
 * What operations for marketplaces and those of the journey call: all of these are tried with another's credentials
 * (`tenancy.test.ts` of either). No test tries those with other credentials one by one, so verbs of theirs stand above.
 */
const tried = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts"))
  .flatMap((file) => readFileSync(`app/${file}`, "utf8").split(/^export const /m))
  .filter((operation) =>
    /\bauth: (secretKey|testSecretKey|embedToken)\b|\bloanRoute\((testLoan|ownLoan)\b/.test(operation),
  )
  .join("\n");

test("no verb that is given a merchant's or a loan's name is left out", () => {
  const code = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<![.]test)[.]ts$/.test(file),
  );
  const given = code.flatMap((file) => {
    const source = readFileSync(`lib/${file}`, "utf8");
    const types = new Map([...source.matchAll(/^type (\w+) = (.+)/gm)].map(([, name, type]) => [name, type]));
    const declared = source.matchAll(/^export async function (\w+)(?:<.+>)?\(([^)]*)\)/gm);
    return [...declared].flatMap(([, name = "", parameters = ""]) => {
      const spelled = parameters.replace(/(?<=: )\w+\b(?!<)/g, (type) => types.get(type) ?? type);
      return /\bLoanCall\b|(Call<\{|actor: Actor;)\s*(ref|loanId): string/.test(spelled) ? [name] : [];
    });
  });
  expect(given.length).toBeGreaterThan(25);
  const known = (name: string) => name in verbs || new RegExp(`\\b${name}\\(`).test(tried);
  expect(given.filter((name) => !known(name) && !aroundVerbs.includes(name))).toEqual([]);
});

let tenant: Tenant;
let theirs: FullMerchant;
let outsiders: Record<string, Actor>;
beforeAll(async () => {
  tenant = (await createMarketplace()).test;
  theirs = await fullMerchant(tenant);
  outsiders = await outsidersOf(tenant, (await createMarketplace()).test);
});

describe("what is out of the actor's reach", () => {
  test.each(Object.entries(verbs))("%s does not find, and changes nothing", async (_, verb) => {
    const stored = await storedState();
    for (const [who, actor] of Object.entries(outsiders)) {
      await expect(verb(actor, theirs), who).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await storedState()).toEqual(stored);
  });

  test("confirmUpload does not know, as it does not know any other key", async () => {
    const unknown = { code: "VALIDATION_FAILED", fields: [{ field: "fileKey" }] };
    for (const actor of Object.values(outsiders)) {
      const confirmed = (fileKey: string) => confirmUpload({ actor, fileKey, realNow: now() });
      const refusal = await confirmed(theirs.fileKey).catch((error: unknown) => error);
      expect(refusal).toMatchObject(unknown);
      await expect(confirmed("fil_1")).rejects.toEqual(refusal);
    }
  });
});

describe("what is in reach", () => {
  /** Whoever may: the marketplace, through the sandbox; for an upload the merchant who announced it. */
  const actorFor = (name: string): Actor =>
    name === "receiveUpload" ? { kind: "embedToken", tenant, merchantId: theirs.merchantId } : sandboxActor(tenant);

  // One after the other on the same merchant: some come too late for its state, but each finds what it was given.
  test.each(Object.entries(verbs))("%s finds", async (name, verb) => {
    const outcome = await verb(actorFor(name), theirs).then(
      () => "done",
      ({ code }: { code?: string }) => code,
    );
    expect(outcome).toBeOneOf(["done", ...errorCodes]);
    expect(outcome).not.toBe("NOT_FOUND");
  });
});
