import { Agent, request } from "node:http";

/**
 * A tenant that gives the sandbox no rest: sent `{address, headers, connections, sales}`, asks for its kinds of work
 * over that many kept connections, again at once whatever is answered, until it is sent `stop`; then says how often each
 * kind was answered how.
 * @typedef {{ address: string, headers: Record<string, string>, connections: number, sales: object[] }} Order
 */
const helpers = "/api/v1/marketplace-api/test-helpers";
const scenarios = ["steady", "seasonal-dip", "failed-then-reversed", "default", "over-deduct-race"];
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
  over = Promise.all(Array.from({ length: order.connections }, (_, i) => hammer(i, order, agent))).then(() =>
    agent.destroy(),
  );
  process.send?.("hammering");
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** @param {number} own @param {Order} order @param {Agent} agent */
async function hammer(own, { address, headers, sales }, agent) {
  const kinds = [
    () => ({ path: `${helpers}/run`, body: {} }),
    () => ({ path: `${helpers}/scenarios/${scenarios[sent % scenarios.length]}`, body: {} }),
    () => ({ path: `${helpers}/clock/advance`, body: { seconds: 86_400 } }),
    () => ({ path: "/api/v1/marketplace-api/merchants/test-tier-a/sales-data", body: sales[sent % sales.length] }),
  ];
  const kind = kinds[own % kinds.length] ?? kinds[0];
  while (going && kind) {
    sent += 1;
    const { path, body } = kind();
    const status = await post(address + path, JSON.stringify(body), headers, agent);
    const name = `${path.split("/").find((part) => ["run", "scenarios", "clock", "sales-data"].includes(part))} ${status}`;
    answers[name] = (answers[name] ?? 0) + 1;
  }
}

/**
 * @param {string} url @param {string} body @param {Record<string, string>} headers @param {Agent} agent
 * @returns {Promise<number | undefined>}
 */
function post(url, body, headers, agent) {
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      { method: "POST", agent, headers: { ...headers, "content-type": "application/json" } },
      (response) => {
        response.resume();
        response.once("end", () => resolve(response.statusCode));
        response.once("error", reject);
      },
    );
    sending.once("error", reject);
    sending.end(body);
  });
}
