import { expectedWebhooks } from "./outcome.mjs";

/** Everything a run found out, as plain data; `passed` when every outcome is explained and every webhook genuine. */
export function reportOf({ results, receiver, previous, baseUrl, began }) {
  const merchants = results.map((result) => merchantReport(result, result.id ? receiver.of(result.id) : []));
  const events = receiver.events();
  const about = new Map(results.map((result) => [result.id, result]));
  const ofRun = ({ payload }) =>
    payload.sequence > (about.get(payload.merchant?.marketplace_id)?.sequenceBefore ?? Infinity);
  const totals = {
    merchants: merchants.length,
    funded: merchants.filter(({ outcome }) => outcome === "FULFILLED").length,
    fundedAmount: sum(merchants.filter(({ outcome }) => outcome === "FULFILLED").map(({ asked }) => asked)),
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
      otherwise: events.filter((event) => !ofRun(event)).length,
      duplicates: receiver.duplicates(),
      unverified: receiver.unverified.length,
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
    unverified: receiver.unverified,
  };
}

function merchantReport(result, events) {
  const { status, request, hasHistory, requestId, sequenceBefore, problem, refusedWith, ...plain } = result;
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

function counted(names) {
  const counts = {};
  for (const name of names.sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
