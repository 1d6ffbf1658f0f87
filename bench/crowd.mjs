import { Agent, request } from "node:http";

/**
 * Somebody who asks for one thing over some kept connections, again at once whatever is answered: sent a call with
 * `{address, connections, from}`, until it is sent `stop`; then says how often it was answered how. `from` is the address it
 * comes from, as a trusted proxy would say; null: another one each time. In a body, # becomes a number that no other has.
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} Call
 * @typedef {Call & { address: string, connections: number, from: string | null }} Order
 */
let going = false;
let sent = 0;
/** @type {Record<string, number>} */
let answers = {};
/** @type {Promise<unknown>} */
let over = Promise.resolve();

process.on("message", async (/** @type {Order | "stop"} */ order) => {
  if (order === "stop") {
    going = false;
    await over;
    process.send?.(answers);
    return;
  }
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
  going = true;
  answers = {};
  over = Promise.all(Array.from({ length: order.connections }, () => crowd(order, agent))).then(() => agent.destroy());
  process.send?.("crowding");
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** @param {Order} order @param {Agent} agent */
async function crowd(order, agent) {
  while (going) {
    sent += 1;
    const status = await ask(order, agent, sent);
    answers[status] = (answers[status] ?? 0) + 1;
  }
}

/** @param {Order} order @param {Agent} agent @param {number} number @returns {Promise<string>} */
function ask({ address, method, path, headers, body, from }, agent, number) {
  const client = from ?? `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const text = body?.replace("#", String(number));
  return new Promise((resolve) => {
    const sending = request(
      address + path,
      { method, agent, headers: { ...headers, "accept-encoding": "gzip", "x-forwarded-for": client } },
      (response) => {
        response.resume();
        response.once("close", () => resolve(String(response.statusCode)));
      },
    );
    sending.once("error", () => resolve("broken off"));
    sending.end(text);
  });
}
