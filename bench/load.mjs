import { connect } from "node:net";

/**
 * Asks addresses in turn, again and again, over some kept connections, for some time, with a pause after each answer if
 * one is wanted. Sent `{urls, headers, connections, ms}`, it says how many whole answers came in how many seconds, and how long
 * half of them, all but a twentieth and all but a hundredth took at most (milliseconds). An answer that is not a 200
 * ends it. Plain sockets, since it shares the processors with what it measures: a client of Node's takes three times as
 * long for a request.
 * @typedef {{ urls: string[], headers: Record<string, string>, connections: number, ms: number, pause?: number }} Order
 */
process.on("message", async (/** @type {Order} */ { urls, headers, connections, ms, pause = 0 }) => {
  const requests = urls.map((url) => requestFor(new URL(url), headers));
  const { hostname, port } = new URL(urls[0] ?? "");
  /** @type {number[]} */
  const took = [];
  let next = 0;
  const started = performance.now();
  const end = started + ms;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const { ask, close } = openConnection(hostname, Number(port));
      while (performance.now() < end) {
        const asked = performance.now();
        await ask(requests[next++ % requests.length] ?? Buffer.of());
        took.push(performance.now() - asked);
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      }
      close();
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  took.sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => took[Math.floor(took.length * share)];
  process.send?.({ answers: took.length, seconds, half: at(0.5), tail: at(0.95), most: at(0.99) });
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

/** @param {URL} url @param {Record<string, string>} headers */
function requestFor({ host, pathname, search }, headers) {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

/** A connection for one request after another. @param {string} host @param {number} port */
function openConnection(host, port) {
  const socket = connect({ host, port, noDelay: true });
  /** @type {() => void} */
  let answered = () => {};
  let received = "";
  // Answers are only counted, so bytes will do.
  socket.setEncoding("latin1");
  socket.on("data", (/** @type {string} */ bytes) => {
    received += bytes;
    if (!isWhole(received)) return;
    if (!received.startsWith("HTTP/1.1 200 ")) throw new Error(`Answered ${received.slice(0, 500)}`);
    received = "";
    answered();
  });
  const ask = (/** @type {Buffer} */ request) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        answered = resolve;
        socket.write(request);
      })
    );
  return { ask, close: () => socket.destroy() };
}

/** @param {string} answer */
function isWhole(answer) {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.slice(0, end + 2))?.[1];
  return length ? answer.length >= end + 4 + Number(length) : answer.endsWith("\r\n0\r\n\r\n");
}
