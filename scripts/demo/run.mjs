import { setMaxListeners } from "node:events";
import { createApi, Halt, Refusal } from "./api.mjs";
import { allWebhooks, apply, settle, undelivered } from "./drive.mjs";
import { receiverPath, takeEndpoint } from "./endpoint.mjs";
import { createLending } from "./lend.mjs";
import { judge } from "./outcome.mjs";
import { startReceiver } from "./receiver.mjs";
import { reportOf } from "./report.mjs";

/** Merchants applying, and calls under way, at once. */
const concurrency = 8;

/**
 * Drives merchant data records through a running instance: each is created, sends its sales data and KYC, and asks for
 * funding; then all decisions and webhooks are waited for. What is lent is paid out and partly paid back, where the run may
 * sign for the marketplace. The marketplace's webhook endpoint is the run's own
 * meanwhile, and is put back however the run ends.
 *
 * @param run.webhookSecret what deliveries are signed with; not needed where no endpoint was ever registered.
 * @param run.hurry has the service do at once what waits (a test helper), rather than wait for the sandbox's reviewer.
 * @param run.sandbox the sandbox's own credentials when it is its marketplace: without them loans stay offers.
 * @param run.onProgress told `{phase: "applying" | "deciding" | "repaying", done, total}`.
 * @param run.signal ends the run; it rejects with the signal's reason.
 * @returns the report: a result per merchant, the webhooks received, the totals. Rejects with `Refusal` or `Halt`
 *   when the run cannot begin or go on.
 */
export async function runDemo({
  merchants,
  baseUrl,
  secretKey,
  webhookSecret,
  hurry = true,
  sandbox,
  onProgress,
  signal,
}) {
  const began = Date.now();
  const secrets = webhookSecret ? [webhookSecret] : [];
  const results = merchants.map(blankResult);
  // What ends the run for one ends it for all.
  const end = new AbortController();
  const ended = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  // Every merchant waits on it.
  setMaxListeners(0, ended);
  const api = createApi({ baseUrl, secretKey, signal: ended, concurrency });
  const receiver = await startReceiver({ path: receiverPath, secrets });
  let endpoint;
  let failure;
  try {
    endpoint = await takeEndpoint({ api, secretKey, receiver });
    if (endpoint.secret) secrets.push(endpoint.secret);
    const lending = sandbox && createLending({ api, credentials: sandbox, signal: ended });
    await driveAll({ api, receiver, merchants, results, hurry, lending, onProgress, signal: ended });
  } catch (error) {
    failure = signal?.aborted ? signal.reason : error;
  }
  end.abort();
  await endpoint?.restore().catch((error) => {
    failure = failure ? new Halt(`${failure.message}\n${error.message}`) : error;
  });
  await receiver.stop();
  if (failure) throw failure;
  return reportOf({ results, receiver, previous: endpoint.previous, baseUrl, began });
}

function blankResult(record) {
  const identity = record?.merchantIdentity;
  const id = identity?.merchantId;
  const name = identity?.businessName;
  return {
    id: typeof id === "string" ? id : null,
    businessName: typeof name === "string" ? name : null,
    hasHistory: record?.monthlySalesHistory !== undefined,
    sequenceBefore: 0,
  };
}

async function driveAll({ api, receiver, merchants, results, hurry, lending, onProgress = () => {}, signal }) {
  const total = results.length;
  const seen = new Set();
  let done = 0;
  onProgress({ phase: "applying", done, total });
  await inParallel(results, async (result, index) => {
    // The number of the record is all there is to name it by when it has no id.
    if (!result.id) result.problem = `Record ${index + 1} has no merchantIdentity.merchantId.`;
    else if (seen.has(result.id)) result.problem = `Record ${index + 1} repeats the merchantId of another one.`;
    else {
      seen.add(result.id);
      await guarded(result, signal, () => apply({ api, record: merchants[index], index, result, signal }));
    }
    onProgress({ phase: "applying", done: ++done, total });
  });

  const waiting = results.filter((result) => !result.problem);
  done = total - waiting.length;
  onProgress({ phase: "deciding", done, total });
  if (hurry && waiting.length > 0) doWhatWaits(api);
  await Promise.all(
    waiting.map(async (result) => {
      await guarded(result, signal, () => settle({ api, receiver, result, signal }));
      onProgress({ phase: "deciding", done: ++done, total });
    }),
  );
  if (lending) await repayAll({ receiver, results, lending, onProgress, signal });
  await inParallel(results, async (result) => {
    const events = result.id ? receiver.of(result.id) : [];
    Object.assign(result, judge(result, events));
    if (!result.explained && !result.problem && result.id) {
      await guarded(result, signal, async () => {
        result.explanation = [result.explanation, ...(await undelivered({ api, result, events }))].join(" ");
      });
    }
  });
}

async function repayAll({ receiver, results, lending, onProgress, signal }) {
  const lent = results.filter(({ request }) => request?.loanId);
  const total = lent.length;
  let done = 0;
  onProgress({ phase: "repaying", done, total });
  await inParallel(lent, async (result, index) => {
    await guarded(result, signal, () => lending.repay({ result, index }));
    onProgress({ phase: "repaying", done: ++done, total });
  });
  await lending.look(lent);
  await Promise.all(lent.map((result) => guarded(result, signal, () => allWebhooks({ receiver, result, signal }))));
}

/** Only this merchant's business when the service refuses something; the others go on. */
async function guarded(result, signal, work) {
  try {
    await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Halt) throw error;
    result.problem = error instanceof Refusal ? error.line : error.message;
  }
}

/** Nobody waits for it: with a live key, or a service without the helper, things take the time they take. */
function doWhatWaits(api) {
  api.post("/api/v1/marketplace-api/test-helpers/run").catch(() => {});
}

/** Works through a list, several at once, in its order. */
async function inParallel(list, work) {
  const left = list.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
