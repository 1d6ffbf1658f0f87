import { once } from "node:events";
import { Agent, request as ask } from "node:http";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";

/**
 * Hands requests on to the process that makes the pages, and its answers back, as they come.
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {import("node:http").ServerResponse} Outgoing
 */

/** About this connection, not the next (RFC 9110, section 7.6.1). */
const hops = /^(connection|keep-alive|proxy-[\w-]+|te|trailer|transfer-encoding|upgrade|expect)$/;

/** Of the answer: what this server says of its own connection and clock. */
const ours = /^(connection|keep-alive|transfer-encoding|date|x-request-id|strict-transport-security)$/i;

/** For so long nothing may move, in milliseconds: neither does the process answer, nor the client read. */
const standstill = 60_000;

const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });

/**
 * @param {string} socketPath
 * @param {Incoming} incoming
 * @param {Outgoing} outgoing
 * @returns {Promise<boolean>} settles when the answer is out or its reader is gone; false when there is none
 */
export function forward(socketPath, incoming, outgoing) {
  return new Promise((resolve) => {
    const { method, url: path } = incoming;
    const asked = ask({ socketPath, agent, method, path, headers: endToEnd(incoming), setHost: false });
    let answered = false;
    const over = () => {
      if (!asked.destroyed && !outgoing.writableFinished) asked.destroy();
      resolve(true);
    };
    outgoing.once("close", over);
    asked.setTimeout(standstill, () => asked.destroy());
    asked.once("close", () => {
      if (answered) return;
      outgoing.off("close", over);
      resolve(outgoing.destroyed);
    });
    // Said by its end.
    asked.on("error", () => {});
    asked.once("response", (answer) => {
      answered = true;
      // Refused meanwhile, for want of time.
      if (outgoing.headersSent || outgoing.destroyed) return over();
      outgoing.statusCode = answer.statusCode ?? 502;
      for (const [name, value] of headersOf(answer)) outgoing.appendHeader(name, value);
      // A page that is made piece by piece is sent so.
      outgoing.flushHeaders();
      pipeline(answer, outgoing, () => resolve(true));
    });
    incoming.pipe(asked);
  });
}

/**
 * A whole answer to a GET, uncompressed.
 * @param {string | undefined} socketPath
 * @param {string} path
 * @returns {Promise<import("./kept-answers.mjs").Answer>}
 */
export async function fetchWhole(socketPath, path) {
  if (socketPath === undefined) throw new Error("There is nobody to make pages.");
  const asked = ask({ socketPath, agent, path, headers: { host: "localhost", "accept-encoding": "identity" } });
  asked.setTimeout(standstill, () => asked.destroy());
  asked.end();
  /** @type {Incoming[]} */
  const [answer] = await once(asked, "response");
  if (!answer) throw new Error("There is no answer.");
  const body = await buffer(answer);
  return { status: answer.statusCode ?? 502, headers: headersOf(answer), body };
}

/** @param {Incoming} answer @returns {[string, string][]} */
function headersOf({ rawHeaders }) {
  /** @type {[string, string][]} */
  const headers = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = "", value = ""] = rawHeaders.slice(i, i + 2);
    if (!ours.test(name)) headers.push([name, value]);
  }
  return headers;
}

/** Without what `admit` took away, with what it put there. @param {Incoming} incoming */
function endToEnd({ headers }) {
  /** @type {import("node:http").OutgoingHttpHeaders} */
  const kept = {};
  for (const [name, value] of Object.entries(headers)) if (!hops.test(name)) kept[name] = value;
  // With neither, Node takes a body for one of unknown length, and a GET for one with none.
  if (headers["transfer-encoding"]) kept["transfer-encoding"] = "chunked";
  return kept;
}
