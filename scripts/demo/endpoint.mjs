import { createApi, Halt, Refusal } from "./api.mjs";

/**
 * @typedef {import("./api.mjs").Api} Api
 * @typedef {import("@/lib/platform/messages/webhooks/schema").EndpointAnswer} Endpoint
 * @typedef {Pick<Endpoint, "url" | "events">} Previous
 */

const address = "/api/v1/marketplace-api/webhook";

/** Where the receiver of a run listens; by this path another run recognises it. */
export const receiverPath = "/marketplace-demo";

/** How long putting the endpoint back may take when the run has ended, in milliseconds. */
const restoreLimit = 10_000;

/**
 * Registers the run's own receiver. What was registered before travels in the address of the new registration, so that a
 * run which was killed loses nothing: the next one finds it there and puts it back.
 *
 * Answers the secret only when the endpoint is new.
 * @param {{ api: Api, secretKey: string, receiver: { url: string } }} run
 * @throws {Halt} when another run is receiving this marketplace's events right now
 */
export async function takeEndpoint({ api, secretKey, receiver }) {
  const previous = await whatWasThere(await registered(api));
  const url = new URL(receiver.url);
  if (previous) url.searchParams.set("previous", JSON.stringify(previous));
  // Too long to be an address: then only this run itself can put it back.
  if (url.href.length > 2_048) url.search = "";
  /** @type {import("@/lib/platform/messages/webhooks/schema").EndpointRegistered} */
  const { secret } = await api.put(address, { url: url.href });
  return { secret, previous, restore: () => restore({ api, secretKey, previous }) };
}

/**
 * An endpoint cannot be removed: where there was none, the run's own address stays.
 * @param {{ api: Api, secretKey: string, previous: Previous | null }} run
 */
async function restore({ api, secretKey, previous }) {
  if (!previous) return;
  const { url, events } = previous;
  try {
    const signal = AbortSignal.timeout(restoreLimit);
    await createApi({ baseUrl: api.baseUrl, secretKey, signal }).put(address, { url, events });
  } catch (error) {
    const why = error instanceof Refusal ? error.line : "the service does not answer";
    throw new Halt(`The webhook endpoint could not be put back to ${url}: ${why}. The next run of the demo does it.`);
  }
}

/** @param {Api} api @returns {Promise<Endpoint | null>} */
async function registered(api) {
  try {
    return await api.get(address);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  }
}

/** @param {Endpoint | null} endpoint @returns {Promise<Previous | null>} */
async function whatWasThere(endpoint) {
  if (!endpoint) return null;
  const url = new URL(endpoint.url);
  if (url.hostname !== "127.0.0.1" || url.pathname !== receiverPath) {
    return { url: endpoint.url, events: endpoint.events };
  }
  const alive = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  if (alive?.status === 200) {
    throw new Halt("Another demo run is receiving this marketplace's webhooks. Wait until it has ended.");
  }
  return JSON.parse(url.searchParams.get("previous") ?? "null");
}
