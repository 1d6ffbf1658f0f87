import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "./api.mjs";
import { committedIn, expectedWebhooks, gapsIn } from "./outcome.mjs";
import { applicationOf } from "./synthetic.mjs";

/**
 * @typedef {import("./api.mjs").Api} Api
 * @typedef {import("./run.mjs").Receiver} Receiver
 * @typedef {import("./types").Event} Event
 * @typedef {import("./types").Result} Result
 * @typedef {import("@/lib/surfaces/merchant-status/schema").MerchantStatus} MerchantStatus
 * @typedef {import("@/lib/terms/merchant-data/schema").MerchantRecord} MerchantRecord
 */

/**
 * What merchants ask for, in turn: a tenor and a share of what the cap leaves. The cap is meant for a long tenor; in a
 * short one sales carry less. The last two are there to be refused: too much for the sales, and above the cap.
 */
const firstAsk = { tenorDays: 365, share: 0.8 };
const asks = [
  firstAsk,
  { tenorDays: 120, share: 0.3 },
  { tenorDays: 730, share: 0.8 },
  { tenorDays: 90, share: 0.2 },
  { tenorDays: 365, share: 0.8 },
  { tenorDays: 30, share: 0.8 },
  { tenorDays: 365, share: 1.2 },
];
const purposes = ["Inventory purchase", "Working capital", "Equipment purchase", "Marketing & advertising"];
const editable = ["PENDING", "REQUIRES_UPDATE"];

/** How long a score, a decision and then the webhooks are waited for, in milliseconds. */
const limits = { score: 90_000, decision: 180_000, webhooks: 150_000 };

/**
 * Everything on the way from the record to a pending funding request. What it learns it writes into `result`.
 * @param {{ api: Api, record: MerchantRecord, index: number, result: Result, signal: AbortSignal }} step
 */
export async function apply({ api, record, index, result, signal }) {
  const { merchantId: id } = record.merchantIdentity;
  const application = applicationOf(record);
  /** @type {import("zod").output<typeof import("@/lib/terms/merchants/schema").merchantCreated>} */
  const created = await api.post("/api/v1/marketplace-api/merchants", application.merchant, { idempotent: true });
  const base = `/api/v1/marketplace-api/merchants/${encodeURIComponent(id)}`;
  result.merchantId = created.merchantId;
  result.created = created.created;
  if (!created.created) result.sequenceBefore = (await eventsOf(api, id, 1))[0]?.sequence ?? 0;
  /** @type {MerchantStatus} */
  const before = await api.get(base);
  result.kycBefore = before.kyc.status;

  await api.post(`${base}/sales-data`, record, { idempotent: true });
  if (editable.includes(before.kyc.status)) {
    await sendKyc({ api, base, application });
    result.kycSubmitted = true;
  }
  const score = await scored({ api, base, since: before.creditScore?.computedAt, signal });
  if (!score) throw new Error(`No score came within ${limits.score / 1000} s.`);
  Object.assign(result, { score: score.score, tier: score.riskTier, cap: score.maxLendingCap });

  const { tenorDays, share } = asks[index % asks.length] ?? firstAsk;
  const request = {
    amountRequested: amountOf({ cap: score.maxLendingCap, committed: committedIn(before.fundingRequests), share }),
    tenorDays,
    purpose: purposes[index % purposes.length],
  };
  Object.assign(result, { asked: request.amountRequested, tenorDays });
  try {
    /** @type {{ id: string }} */
    const { id: requestId } = await api.post(`${base}/funding-requests`, request, { idempotent: true });
    result.requestId = requestId;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "KYC_REJECTED")) throw error;
    result.refusedWith = error.code;
  }
}

/** @param {{ api: Api, base: string, application: ReturnType<typeof applicationOf> }} step */
async function sendKyc({ api, base, application }) {
  await api.put(`${base}/business-info`, application.businessInfo);
  await api.post(`${base}/directors`, application.directors, { idempotent: true });
  const { fileName, mimeType, bytes } = application.certificate;
  const fileSize = String(bytes.length);
  /** @type {import("zod").output<typeof import("@/lib/terms/documents/schema").uploadRequested>} */
  const { fileKey, upload } = await api.post("/api/v1/marketplace-api/uploads", { fileName, mimeType, fileSize });
  await api.upload(upload, bytes);
  await api.post("/api/v1/marketplace-api/uploads/confirm", { fileKey });
  const document = { documentType: "CAC_CERTIFICATE", fileName, fileKey, fileSize, mimeType };
  await api.post(`${base}/documents`, document, { idempotent: true });
  await api.post(`${base}/submit`, {}, { idempotent: true });
}

/**
 * The score of the data just sent: one that is not the earlier run's.
 * @param {{ api: Api, base: string, since: string | undefined, signal: AbortSignal }} step
 */
async function scored({ api, base, since, signal }) {
  const end = Date.now() + limits.score;
  for (let wait = 25; Date.now() < end; wait = Math.min(1_000, wait * 2)) {
    /** @type {MerchantStatus} */
    const { creditScore } = await api.get(base);
    if (creditScore && creditScore.computedAt !== since) return creditScore;
    await pause(wait, undefined, { signal });
  }
  return null;
}

/**
 * A share of what the cap leaves, in naira and whole thousands; without a cap there is nothing to ask a share of.
 * @param {{ cap: number, committed: number, share: number }} of
 */
function amountOf({ cap, committed, share }) {
  if (cap === 0) return 50_000;
  const thousands = (Math.max(0, cap - committed) * share) / 1_000;
  return 1_000 * (share > 1 ? Math.max(2, Math.ceil(thousands)) : Math.max(1, Math.floor(thousands)));
}

/**
 * Waits for the decision about the request, told by its webhook or found by asking, and then for all its webhooks.
 * @param {{ api: Api, receiver: Receiver, id: string, result: Result, signal: AbortSignal }} step
 */
export async function settle({ api, receiver, id, result, signal }) {
  const { requestId } = result;
  const isDecision = (/** @type {Event} */ { event, funding_request: request }) =>
    ["funding_request.fulfilled", "funding_request.rejected"].includes(event) && request?.id === requestId;
  const end = Date.now() + limits.decision;
  do {
    if (requestId) await receiver.until(id, (events) => events.some(isDecision), 2_000, signal);
    /** @type {MerchantStatus} */
    const status = await api.get(`/api/v1/marketplace-api/merchants/${encodeURIComponent(id)}`);
    result.status = status;
    result.request = status.fundingRequests.find((request) => request.id === requestId) ?? null;
  } while (result.request?.status === "PENDING" && Date.now() < end);

  await allWebhooks({ receiver, id, result, signal });
}

/**
 * Waits for every webhook that what is known to have happened must bring.
 * @param {{ receiver: Receiver, id: string, result: Result, signal: AbortSignal }} step
 */
export async function allWebhooks({ receiver, id, result, signal }) {
  const expected = expectedWebhooks(result);
  const areThere = (/** @type {Event[]} */ events) =>
    expected.every(({ matches }) => events.some(matches)) && gapsIn(events, result.sequenceBefore).length === 0;
  await receiver.until(id, areThere, limits.webhooks, signal);
}

/**
 * Where the deliveries of a merchant's events that did not arrive stand, in words; empty when there are none.
 * @param {{ api: Api, id: string, result: Result, events: readonly Event[] }} step
 */
export async function undelivered({ api, id: merchantId, result, events }) {
  const received = new Set(events.map((payload) => payload.event_id));
  const data = await eventsOf(api, merchantId, 100);
  const missing = data.filter(({ id, sequence }) => sequence > result.sequenceBefore && !received.has(id));
  return missing.map(({ event, delivery }) => {
    const why = delivery.lastAttempt?.error ?? delivery.lastAttempt?.responseStatus;
    return `${event} is ${delivery.status} after ${delivery.attempts} attempts${why ? ` (${why})` : ""}`;
  });
}

/**
 * The latest events of a merchant, newest first.
 * @param {Api} api
 * @param {string} merchantId
 * @param {number} limit
 */
async function eventsOf(api, merchantId, limit) {
  const path = `/api/v1/marketplace-api/events?limit=${limit}&merchantId=${encodeURIComponent(merchantId)}`;
  /** @type {import("@/lib/platform/messages/webhooks/schema").EventList} */
  const { data } = await api.get(path);
  return data;
}
