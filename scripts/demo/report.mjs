import { expectedWebhooks } from "./outcome.mjs";

/**
 * @typedef {import("./types").Event} Event
 * @typedef {import("./types").Result} Result
 * @typedef {import("./types").Verdict} Verdict
 * @typedef {ReturnType<typeof reportOf>} Report
 */

/**
 * Everything a run found out, as plain data; `passed` when every outcome is explained and every webhook genuine.
 * @param {object} run
 * @param {readonly (Result & Verdict)[]} run.results
 * @param {import("./run.mjs").Receiver} run.receiver
 * @param {import("./endpoint.mjs").Previous | null} run.previous
 * @param {string} run.baseUrl
 * @param {number} run.began
 */
export function reportOf({ results, receiver, previous, baseUrl, began }) {
  const merchants = results.map((result) => merchantReport(result, result.id ? receiver.of(result.id) : []));
  const events = eventsIn(receiver.deliveries);
  const unverified = receiver
    .forged()
    .map(({ eventId, receivedAt, flaw, body }) => ({ eventId, receivedAt: receivedAt.toISOString(), flaw, body }));
  const before = new Map(results.map(({ id, sequenceBefore }) => [id, sequenceBefore]));
  const isOfRun = (/** @type {Event} */ { merchant, sequence }) =>
    sequence > (before.get(merchant?.marketplace_id ?? null) ?? Infinity);
  const totals = {
    merchants: merchants.length,
    funded: merchants.filter(({ outcome }) => outcome === "FULFILLED").length,
    fundedAmount: sum(merchants.map(({ outcome, asked }) => (outcome === "FULFILLED" ? (asked ?? 0) : 0))),
    loans: counted(merchants.flatMap(({ loan }) => loan?.status ?? [])),
    deductions: sum(merchants.map(({ loan }) => loan?.deductions ?? 0)),
    paid: sum(merchants.map(({ loan }) => Math.round((loan?.paid ?? 0) * 100))) / 100,
    outstanding: sum(merchants.map(({ loan }) => Math.round((loan?.outstanding ?? 0) * 100))) / 100,
    rejected: counted(
      merchants.filter((one) => one.explained && one.outcome !== "FULFILLED").map((one) => one.outcome),
    ),
    tiers: counted(merchants.map(({ tier }) => tier ?? "none")),
    unexplained: merchants.filter((merchant) => !merchant.explained).length,
    known: merchants.filter(({ created }) => created === false).length,
    webhooks: {
      verified: events.length,
      expected: sum(merchants.map(({ webhooks }) => webhooks.expected)),
      missing: sum(merchants.map(({ webhooks }) => webhooks.missing.length)),
      otherwise: events.filter(({ payload }) => !isOfRun(payload)).length,
      duplicates: sum(events.map(({ deliveries }) => deliveries - 1)),
      unverified: unverified.length,
    },
    seconds: (Date.now() - began) / 1000,
  };
  const { unexplained, webhooks } = totals;
  return {
    passed: unexplained === 0 && webhooks.unverified === 0,
    baseUrl,
    startedAt: new Date(began).toISOString(),
    endpoint: { previous, restored: previous !== null },
    totals,
    merchants,
    events,
    unverified,
  };
}

/**
 * Every genuine event once, in the order of arrival.
 * @param {readonly import("#receiver").Delivery<Event>[]} deliveries
 */
function eventsIn(deliveries) {
  /** @type {Map<string, { receivedAt: string, deliveries: number, payload: Event }>} */
  const events = new Map();
  for (const { flaw, payload, receivedAt } of deliveries) {
    if (flaw !== null) continue;
    const known = events.get(payload.event_id);
    if (known) known.deliveries += 1;
    else events.set(payload.event_id, { receivedAt: receivedAt.toISOString(), deliveries: 1, payload });
  }
  return [...events.values()];
}

/** @param {Result & Verdict} result @param {readonly Event[]} events */
function merchantReport(result, events) {
  const { status, request, requestId, sequenceBefore, problem, refusedWith, ...plain } = result;
  const expected = expectedWebhooks(result);
  const missing = expected.filter(({ matches }) => !events.some(matches)).map(({ type }) => type);
  return {
    ...plain,
    kyc: status?.kyc.status ?? null,
    fundingRequest: request ?? null,
    loan: result.loan ?? null,
    webhooks: {
      expected: expected.length,
      received: events.filter(({ sequence }) => sequence > sequenceBefore).length,
      missing,
    },
  };
}

/** @param {string[]} names */
function counted(names) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const name of names.sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
