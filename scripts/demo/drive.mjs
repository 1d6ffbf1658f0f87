import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "./api.mjs";
import { committedIn, expectedWebhooks, gapsIn } from "./outcome.mjs";
import { businessInfoOf, certificateOf, directorsOf, merchantOf } from "./synthetic.mjs";

/**
 * What merchants ask for, in turn: a tenor and a share of what the cap leaves. The cap is meant for a long tenor; in a
 * short one monthly sales carry less. The last two are there to be refused: too much a month, and above the cap.
 */
const asks = [
  { tenorDays: 365, share: 0.8 },
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

/** Everything on the way from the record to a pending funding request. What it learns it writes into `result`. */
export async function apply({ api, record, index, result, signal }) {
  const { merchantId: id } = record.merchantIdentity;
  const created = await api.post("/api/v1/marketplace-api/merchants", merchantOf(record), { idempotent: true });
  const base = `/api/v1/marketplace-api/merchants/${encodeURIComponent(id)}`;
  result.merchantId = created.merchantId;
  result.created = created.created;
  if (!created.created) result.sequenceBefore = await lastSequence(api, id);
  const before = await api.get(base);
  result.kycBefore = before.kyc.status;

  await api.post(`${base}/sales-data`, record, { idempotent: true });
  if (editable.includes(before.kyc.status)) {
    await sendKyc({ api, base, record });
    result.kycSubmitted = true;
  }
  const score = await scored({ api, base, since: before.creditScore?.computedAt, signal });
  if (!score) throw new Error(`No score came within ${limits.score / 1000} s.`);
  Object.assign(result, { score: score.score, tier: score.riskTier, cap: score.maxLendingCap });

  const { tenorDays, share } = asks[index % asks.length];
  const request = {
    amountRequested: amountOf({ cap: score.maxLendingCap, committed: committedIn(before.fundingRequests), share }),
    tenorDays,
    purpose: purposes[index % purposes.length],
  };
  Object.assign(result, { asked: request.amountRequested, tenorDays });
  try {
    const { id: requestId } = await api.post(`${base}/funding-requests`, request, { idempotent: true });
    result.requestId = requestId;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "KYC_REJECTED")) throw error;
    result.refusedWith = error.code;
  }
}

async function sendKyc({ api, base, record }) {
  await api.put(`${base}/business-info`, businessInfoOf(record));
  await api.post(`${base}/directors`, directorsOf(record), { idempotent: true });
  const { fileName, mimeType, bytes } = certificateOf(record);
  const fileSize = String(bytes.length);
  const { fileKey, upload } = await api.post("/api/v1/marketplace-api/uploads", { fileName, mimeType, fileSize });
  await api.upload(upload, bytes);
  await api.post("/api/v1/marketplace-api/uploads/confirm", { fileKey });
  const document = { documentType: "CAC_CERTIFICATE", fileName, fileKey, fileSize, mimeType };
  await api.post(`${base}/documents`, document, { idempotent: true });
  await api.post(`${base}/submit`, {}, { idempotent: true });
}

/** The score of the data just sent: one that is not the earlier run's. */
async function scored({ api, base, since, signal }) {
  const end = Date.now() + limits.score;
  for (let wait = 25; Date.now() < end; wait = Math.min(1_000, wait * 2)) {
    const { creditScore } = await api.get(base);
    if (creditScore && creditScore.computedAt !== since) return creditScore;
    await pause(wait, undefined, { signal });
  }
  return null;
}

/** A share of what the cap leaves, in naira and whole thousands; without a cap there is nothing to ask a share of. */
function amountOf({ cap, committed, share }) {
  if (cap === 0) return 50_000;
  const thousands = (Math.max(0, cap - committed) * share) / 1_000;
  return 1_000 * (share > 1 ? Math.max(2, Math.ceil(thousands)) : Math.max(1, Math.floor(thousands)));
}

/** Waits for the decision about the request, told by its webhook or found by asking, and then for all its webhooks. */
export async function settle({ api, receiver, result, signal }) {
  const { id, requestId } = result;
  const isDecision = ({ event, funding_request: request }) =>
    ["funding_request.fulfilled", "funding_request.rejected"].includes(event) && request?.id === requestId;
  const end = Date.now() + limits.decision;
  do {
    if (requestId) await receiver.until(id, (events) => events.some(isDecision), 2_000, signal);
    result.status = await api.get(`/api/v1/marketplace-api/merchants/${encodeURIComponent(id)}`);
    result.request = result.status.fundingRequests.find((request) => request.id === requestId) ?? null;
  } while (result.request?.status === "PENDING" && Date.now() < end);

  await allWebhooks({ receiver, result, signal });
}

/** Waits for every webhook that what is known to have happened must bring. */
export async function allWebhooks({ receiver, result, signal }) {
  const expected = expectedWebhooks(result);
  const isThere = (events) =>
    expected.every(({ matches }) => events.some(matches)) && gapsIn(events, result.sequenceBefore).length === 0;
  await receiver.until(result.id, isThere, limits.webhooks, signal);
}

/** Where the deliveries of a merchant's events that did not arrive stand, in words; empty when there are none. */
export async function undelivered({ api, result, events }) {
  const path = `/api/v1/marketplace-api/events?limit=100&merchantId=${encodeURIComponent(result.id)}`;
  const received = new Set(events.map((payload) => payload.event_id));
  const { data } = await api.get(path);
  const missing = data.filter(({ id, sequence }) => sequence > result.sequenceBefore && !received.has(id));
  return missing.map(({ event, delivery }) => {
    const why = delivery.lastAttempt?.error ?? delivery.lastAttempt?.responseStatus;
    return `${event} is ${delivery.status} after ${delivery.attempts} attempts${why ? ` (${why})` : ""}`;
  });
}

async function lastSequence(api, id) {
  const { data } = await api.get(`/api/v1/marketplace-api/events?limit=1&merchantId=${encodeURIComponent(id)}`);
  return data[0]?.sequence ?? 0;
}
