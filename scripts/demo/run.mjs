import { setMaxListeners } from "node:events";
import { startReceiver } from "#receiver";
import { createApi, Halt, Refusal } from "./api.mjs";
import { allWebhooks, apply, settle, undelivered } from "./drive.mjs";
import { receiverPath, takeEndpoint } from "./endpoint.mjs";
import { createLending } from "./lend.mjs";
import { judge } from "./outcome.mjs";
import { reportOf } from "./report.mjs";

/**
 * @typedef {import("./api.mjs").Api} Api
 * @typedef {import("./types").Event} Event
 * @typedef {import("./types").Progress} Progress
 * @typedef {import("./types").Result} Result
 * @typedef {import("./types").Verdict} Verdict
 * @typedef {Awaited<ReturnType<typeof startReceiver<Event>>>} Receiver
 * @typedef {import("@/lib/terms/merchant-data/schema").MerchantRecord} MerchantRecord
 */

/** Merchants applying, and calls under way, at once. */
const concurrency = 8;

/**
 * Drives merchant data records through a running instance: each is created, sends its sales data and KYC, and asks for
 * funding; then all decisions and webhooks are waited for. What is lent is paid out and partly paid back, where the run
 * may sign for the marketplace. The marketplace's webhook endpoint is the run's own meanwhile, and is put back however
 * the run ends.
 * @param {object} run
 * @param {readonly MerchantRecord[]} run.merchants
 * @param {string} run.baseUrl
 * @param {string} run.secretKey
 * @param {string} [run.webhookSecret] what deliveries are signed with; not needed where no endpoint was ever registered
 * @param {boolean} [run.hurry] has the service do at once what waits (a test helper), rather than wait for the reviewer
 * @param {import("./types").Credentials} [run.sandbox] when it is the sandbox's marketplace: without them loans stay offers
 * @param {(progress: Progress) => void} [run.onProgress]
 * @param {AbortSignal} [run.signal] ends the run; it rejects with the signal's reason
 * @throws {Refusal | Halt} when the run cannot begin or go on
 */
export async function runDemo(run) {
  const { merchants, baseUrl, secretKey, webhookSecret, sandbox, signal } = run;
  const { hurry = true, onProgress = () => {} } = run;
  const began = Date.now();
  const secrets = webhookSecret ? [webhookSecret] : [];
  const results = merchants.map(blankResult);
  // What ends the run for one ends it for all.
  const end = new AbortController();
  const ended = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
  // Every merchant waits on it.
  setMaxListeners(0, ended);
  const api = createApi({ baseUrl, secretKey, signal: ended, concurrency });
  /** @type {Receiver} */
  const receiver = await startReceiver({ path: receiverPath, secrets });
  /** @type {Awaited<ReturnType<typeof takeEndpoint>> | undefined} */
  let endpoint;
  /** @type {(Result & Verdict)[]} */
  let judged = [];
  /** @type {Error | undefined} */
  let failure;
  try {
    endpoint = await takeEndpoint({ api, secretKey, receiver });
    if (endpoint.secret) secrets.push(endpoint.secret);
    const lending = sandbox && createLending({ api, credentials: sandbox, signal: ended });
    judged = await driveAll({ api, receiver, merchants, results, hurry, lending, onProgress, signal: ended });
  } catch (error) {
    failure = signal?.aborted ? signal.reason : error;
  }
  end.abort();
  await endpoint?.restore().catch((error) => {
    failure = failure ? new Halt(`${failure.message}\n${error.message}`) : error;
  });
  await receiver.stop();
  if (failure) throw failure;
  return reportOf({ results: judged, receiver, previous: endpoint?.previous ?? null, baseUrl, began });
}

/** @param {MerchantRecord} record @returns {Result} */
function blankResult(record) {
  const identity = record?.merchantIdentity;
  const id = identity?.merchantId;
  const name = identity?.businessName;
  return {
    id: typeof id === "string" ? id : null,
    businessName: typeof name === "string" ? name : null,
    sequenceBefore: 0,
  };
}

/**
 * @typedef {object} Drive
 * @property {Api} api
 * @property {Receiver} receiver
 * @property {readonly MerchantRecord[]} merchants
 * @property {Result[]} results
 * @property {boolean} hurry
 * @property {ReturnType<typeof createLending>} [lending]
 * @property {(progress: Progress) => void} onProgress
 * @property {AbortSignal} signal
 * @param {Drive} drive
 */
async function driveAll(drive) {
  const { api, receiver, merchants, results, hurry, lending, onProgress, signal } = drive;
  const total = results.length;
  /** @type {Set<string>} */
  const seen = new Set();
  let done = 0;
  onProgress({ phase: "applying", done, total });
  await inParallel([...merchants.entries()], async ([index, record]) => {
    const result = results[index] ?? blankResult(record);
    // The number of the record is all there is to name it by when it has no id.
    if (!result.id) result.problem = `Record ${index + 1} has no merchantIdentity.merchantId.`;
    else if (seen.has(result.id)) result.problem = `Record ${index + 1} repeats the merchantId of another one.`;
    else {
      seen.add(result.id);
      await guarded(result, signal, () => apply({ api, record, index, result, signal }));
    }
    onProgress({ phase: "applying", done: ++done, total });
  });

  const waiting = named(results.filter((result) => !result.problem));
  done = total - waiting.length;
  onProgress({ phase: "deciding", done, total });
  if (hurry && waiting.length > 0) doWhatWaits(api);
  await Promise.all(
    waiting.map(async ({ id, result }) => {
      await guarded(result, signal, () => settle({ api, receiver, id, result, signal }));
      onProgress({ phase: "deciding", done: ++done, total });
    }),
  );
  if (lending) await repayAll({ ...drive, lending });
  return inParallel(results, (result) => judged({ api, receiver, result, signal }));
}

/** @param {Omit<Drive, "lending"> & { lending: ReturnType<typeof createLending> }} drive */
async function repayAll({ receiver, results, lending, onProgress, signal }) {
  const lent = results.filter(({ request }) => request?.loanId);
  const total = lent.length;
  let done = 0;
  onProgress({ phase: "repaying", done, total });
  await inParallel([...lent.entries()], async ([index, result]) => {
    await guarded(result, signal, () => lending.repay(result, result.request?.loanId ?? "", index));
    onProgress({ phase: "repaying", done: ++done, total });
  });
  await lending.look(lent);
  await Promise.all(
    named(lent).map(({ id, result }) => guarded(result, signal, () => allWebhooks({ receiver, id, result, signal }))),
  );
}

/**
 * A result with the verdict on it; where webhooks are missing, also how their deliveries stand.
 * @param {Pick<Drive, "api" | "receiver" | "signal"> & { result: Result }} of
 * @returns {Promise<Result & Verdict>}
 */
async function judged({ api, receiver, result, signal }) {
  const { id } = result;
  const events = id ? receiver.of(id) : [];
  const verdict = judge(result, events);
  if (id && !verdict.explained && !result.problem) {
    await guarded(result, signal, async () => {
      const more = await undelivered({ api, id, result, events });
      verdict.explanation = [verdict.explanation, ...more].join(" ");
    });
  }
  return { ...result, ...verdict };
}

/** Those that have an id. @param {readonly Result[]} results */
function named(results) {
  return results.flatMap((result) => (result.id ? [{ id: result.id, result }] : []));
}

/**
 * Only this merchant's business when the service refuses something; the others go on.
 * @param {Result} result
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} work
 */
async function guarded(result, signal, work) {
  try {
    await work();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Halt) throw error;
    result.problem = error instanceof Refusal ? error.line : /** @type {Error} */ (error).message;
  }
}

/**
 * Nobody waits for it: with a live key, or a service without the helper, things take the time they take.
 * @param {Api} api
 */
function doWhatWaits(api) {
  api.post("/api/v1/marketplace-api/test-helpers/run").catch(() => {});
}

/**
 * Works through a list, several at once, in its order. Answers what came of each.
 * @template Item, Made
 * @param {readonly Item[]} list
 * @param {(item: Item) => Promise<Made>} work
 */
async function inParallel(list, work) {
  /** @type {Made[]} */
  const made = [];
  const left = list.entries();
  const worker = async () => {
    for (const [index, item] of left) made[index] = await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return made;
}
