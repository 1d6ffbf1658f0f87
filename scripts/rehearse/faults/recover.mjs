import { setTimeout as pause } from "node:timers/promises";
import { merchantBody, numberedShop } from "#fixtures/shop.mjs";
import { Failure } from "#scripts/failure.mjs";

/** How long it may take at most until all goes on again by itself, in milliseconds. */
const limit = 120_000;

let probes = 0;

/**
 * Waits until each process has acknowledged something new, and the marketplace has heard of it: all is at work again, from the
 * request to the delivery.
 * @param {readonly string[]} addresses of the processes
 * @param {readonly { market: import("#scripts/rehearse/people.mjs").Marketplace, receiver: import("./receiver.mjs").Unreliable }[]} at
 * @param {import("#scripts/rehearse/restore/load.mjs").Noted[][]} noted by marketplace, what is acknowledged
 * @returns {Promise<number>} in how many milliseconds
 */
export async function recovered(addresses, at, noted) {
  const begun = performance.now();
  const over = new AbortController();
  const late = pause(limit, undefined, { signal: over.signal }).then(() => {
    throw new Failure(`Not all is at work again after ${limit / 1000} s.`);
  });
  const each = addresses.map(async (address) => {
    const number = 90_000 + probes++;
    const n = number % at.length;
    const { market, receiver } = /** @type {typeof at[0]} */ (at[n]);
    const [sent, body] = [Date.now(), merchantBody(`Probe${number}`, numberedShop(number))];
    const { merchantId } = await market.at(address)("POST", "/api/v1/marketplace-api/merchants", { body });
    noted[n]?.push({ kind: "merchant", id: merchantId, sent, at: Date.now() });
    const isThere = () =>
      market.receiver.deliveries.some(({ eventId, body }) => receiver.taken.has(eventId) && body.includes(merchantId));
    while (!isThere() && !over.signal.aborted) await pause(25);
  });
  try {
    await Promise.race([Promise.all(each), late]);
    return performance.now() - begun;
  } finally {
    over.abort();
    late.catch(() => {});
  }
}
