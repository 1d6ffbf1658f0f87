import { Agent, get } from "node:http";

/**
 * Somebody else who wants something in the meantime: sent an address, asks for it every few milliseconds, whether or not
 * the last answer has come, until it is sent `stop`; then says how long the slowest answer took, in milliseconds.
 */
const every = 5;
const agent = new Agent({ keepAlive: true });
/** @type {NodeJS.Timeout | undefined} */
let timer;
/** @type {Promise<unknown>[]} */
let underWay = [];
/** @type {number[]} */
let took = [];

process.on("message", async (/** @type {string} */ message) => {
  if (message !== "stop") {
    took = [];
    underWay = [];
    timer = setInterval(() => underWay.push(ask(message)), every);
    process.send?.("asking");
    return;
  }
  clearInterval(timer);
  await Promise.all(underWay);
  process.send?.({ longest: Math.max(0, ...took), answers: took.length });
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** @param {string} url */
function ask(url) {
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume();
      response.once("end", () => resolve(took.push(performance.now() - asked)));
      response.once("error", reject);
    }).once("error", reject);
  });
}
