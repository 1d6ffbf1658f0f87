import { naira } from "./format.mjs";

/**
 * @typedef {import("./types").Event} Event
 * @typedef {import("./types").FundingRequest} FundingRequest
 * @typedef {import("./types").Result} Result
 * @typedef {import("./types").Verdict} Verdict
 * @typedef {import("@/lib/terms/funding/constants").FailureReason} FailureReason
 */

/**
 * What other requests than `except` have taken of the cap, or may yet take; naira.
 * @param {readonly FundingRequest[]} requests
 * @param {string} [except] the id of one
 */
export function committedIn(requests, except) {
  const holding = requests.filter(({ id, status }) => id !== except && ["PENDING", "FULFILLED"].includes(status));
  return holding.reduce((sum, { amountRequested }) => sum + amountRequested, 0);
}

/**
 * The webhooks that what happened to a merchant in this run must bring, each with how to know it.
 * @param {Result} result
 */
export function expectedWebhooks(result) {
  const { created, kycBefore, kycSubmitted, sequenceBefore, requestId, request, status, loan } = result;
  /** @type {{ type: string, matches: (event: Event) => boolean }[]} */
  const expected = [];
  /** @param {string} type @param {(event: Event) => boolean} [isIt] */
  const expect = (type, isIt = () => true) =>
    expected.push({ type, matches: (one) => one.event === type && one.sequence > sequenceBefore && isIt(one) });
  const ofRequest = (/** @type {Event} */ event) => event.funding_request?.id === requestId;

  if (created) expect("merchant.created");
  if (kycSubmitted) expect("kyc.submitted");
  if (status?.kyc.status === "APPROVED" && kycBefore !== "APPROVED") expect("kyc.approved");
  if (requestId) expect("funding_request.created", ofRequest);
  if (request?.status === "FULFILLED") {
    expect("funding_request.fulfilled", (p) => ofRequest(p) && p.loan_id === request.loanId);
    expect("loan.approved", (p) => p.loan?.id === request.loanId);
  }
  if (loan) {
    const ofLoan = (/** @type {Event} */ event) => event.loan?.id === loan.id;
    expect("loan.disbursed", ofLoan);
    if (loan.status === "REPAID") expect("loan.completed", ofLoan);
    // More than nine tenths, and not all of it.
    else if (loan.outstanding * 10 < loan.totalDue) expect("loan.nearly_complete", ofLoan);
  }
  if (request?.status === "REJECTED") {
    expect("funding_request.rejected", (p) => ofRequest(p) && p.failure_reason === request.failureReason);
  }
  return expected;
}

/**
 * The sequence numbers that are missing between `before` and the highest one among the events.
 * @param {readonly Pick<Event, "sequence">[]} events
 * @param {number} before
 */
export function gapsIn(events, before) {
  const seen = new Set(events.map(({ sequence }) => sequence));
  /** @type {number[]} */
  const gaps = [];
  for (let number = before + 1; number < Math.max(before, ...seen); number++) if (!seen.has(number)) gaps.push(number);
  return gaps;
}

/**
 * Says what came out for a merchant and whether that follows from its record, its score and what was asked. What does
 * not is unexplained, and makes the run fail.
 * @param {Result} result
 * @param {readonly Event[]} events
 * @returns {Verdict}
 */
export function judge(result, events) {
  const { problem, refusedWith, status, sequenceBefore } = result;
  if (problem) return unexplained("FAILED", problem);
  if (refusedWith) {
    return status?.kyc.status === "REJECTED"
      ? explained(refusedWith, "KYC was rejected earlier, so no request was taken")
      : unexplained(refusedWith, `Refused with ${refusedWith}, although KYC is ${status?.kyc.status}.`);
  }
  const decision = decisionOf(result);
  if (!decision.explained) return decision;

  const missing = expectedWebhooks(result).filter(({ matches }) => !events.some(matches));
  if (missing.length > 0) {
    return unexplained(decision.outcome, `Not received: ${missing.map(({ type }) => type).join(", ")}.`);
  }
  const { loan } = result;
  if (loan && loan.paid !== loan.reported) {
    const said = `${naira(loan.reported)} were reported as deducted, and ${naira(loan.paid)} are paid`;
    return unexplained(decision.outcome, `The loan ${loan.id} is wrong: ${said}.`);
  }
  const gaps = gapsIn(events, sequenceBefore);
  if (gaps.length > 0) return unexplained(decision.outcome, `Events number ${gaps.join(", ")} did not arrive.`);
  return decision;
}

/** @param {Result} result */
function decisionOf({ request, tier, cap = 0, asked = 0, tenorDays, status }) {
  if (!request || !status) return unexplained("FAILED", "The funding request is not among those of the merchant.");
  const committed = committedIn(status.fundingRequests, request.id);
  const left = committed > 0 ? `${naira(cap)} less ${naira(committed)} taken` : naira(cap);
  const asking = `asked ${naira(asked)}, cap ${left}, tier ${tier}`;
  if (request.status === "FULFILLED") {
    if (!request.loanId) return unexplained("FULFILLED", "Fulfilled without a loan.");
    if (tier === "E" || asked > cap) return unexplained("FULFILLED", `Fulfilled against the policy: ${asking}.`);
    return explained("FULFILLED", `within the cap: ${asking}`);
  }
  if (request.status !== "REJECTED") {
    return unexplained(request.status, `Not decided in time; KYC is ${status.kyc.status}.`);
  }
  // What must hold for each reason, with the reasons that the service looks at before it already out of the question.
  const lendable = tier !== "E";
  /** @type {Partial<Record<FailureReason, boolean>>} */
  const follows = {
    KYC_REJECTED: status.kyc.status === "REJECTED",
    DEFAULTED_LOAN: committed > 0,
    RISK_TIER_BLOCKED: !lendable,
    ABOVE_LENDING_CAP: lendable && asked > cap - committed,
    ABOVE_REPAYMENT_CAPACITY: lendable && asked <= cap,
    NO_LENDER_AVAILABLE: lendable && asked <= cap,
  };
  const reason = request.failureReason;
  if (!reason || !follows[reason])
    return unexplained(reason ?? "REJECTED", `Rejected with ${reason}, which does not follow: ${asking}.`);
  return explained(reason, `${reasonLabels[reason]}: ${asking}, ${tenorDays} days`);
}

/**
 * Why a request was rejected, for whoever tries the service out. Scripts stand alone: what pages say is among the terms.
 * @satisfies {Partial<Record<FailureReason, string>>}
 */
const known = {
  KYC_REJECTED: "KYC was rejected",
  DEFAULTED_LOAN: "an earlier loan is in default",
  RISK_TIER_BLOCKED: "nothing is lent to tier E",
  ABOVE_LENDING_CAP: "more than the cap leaves",
  ABOVE_REPAYMENT_CAPACITY: "more than deductions from sales bring back in that time",
  NO_LENDER_AVAILABLE: "no lender offers that amount and tenor",
};

/** @type {Record<string, string | undefined>} */
export const reasonLabels = known;

/** @param {string} outcome @param {string} explanation @returns {Verdict} */
function explained(outcome, explanation) {
  return { outcome, explained: true, explanation };
}

/** @param {string} outcome @param {string} explanation @returns {Verdict} */
function unexplained(outcome, explanation) {
  return { outcome, explained: false, explanation };
}
