import { Agent, get } from "node:http";

/**
 * Asks addresses in turn, again and again, over some kept connections, for some time, with a pause after each answer if
 * one is wanted. Sent `{urls, headers, connections, ms}`, it says how many whole answers came in how many seconds, and how long
 * half of them, all but a twentieth and all but a hundredth took at most (milliseconds). An answer that is not a 200
 * ends it.
 * @typedef {{ urls: string[], headers: Record<string, string>, connections: number, ms: number, pause?: number }} Order
 */
process.on("message", async (/** @type {Order} */ { urls, headers, connections, ms, pause = 0 }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** @type {number[]} */
  const took = [];
  let next = 0;
  const started = performance.now();
  const end = started + ms;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const asked = performance.now();
        await once(urls[next++ % urls.length] ?? "", { agent, headers });
        took.push(performance.now() - asked);
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => took[Math.floor(took.length * share)];
  process.send?.({ answers: took.length, seconds, half: at(0.5), tail: at(0.95), most: at(0.99) });
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** @param {string} url @param {import("node:http").RequestOptions} options @returns {Promise<void>} */
function once(url, options) {
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.once("end", () => resolve());
      response.once("error", reject);
    }).once("error", reject);
  });
}
