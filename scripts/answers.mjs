import { randomUUID } from "node:crypto";

/**
 * The two answers that Next gives without asking the application, as the problem documents that every other failure is:
 * an address that does not decode, and a method that an address does not have.
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

/**
 * @param {Response} response
 * @param {number} status
 * @param {string} code
 * @param {string} title
 * @param {string} detail
 */
function problem(response, status, code, title, detail) {
  const requestId = response.getHeader("x-request-id");
  return JSON.stringify({ type: `/docs/errors#${code}`, title, status, detail, code, requestId });
}

const headers = { "content-type": "application/problem+json", "cache-control": "no-store" };

/**
 * Gives a request its id, the sender's own or a new one, so that every answer carries it, whoever answers.
 * @param {Request} request
 * @param {Response} response
 */
export function identify(request, response) {
  const given = String(request.headers["x-request-id"] ?? "");
  const id = /^[\w.:-]{1,128}$/.test(given) ? given : `req_${randomUUID()}`;
  request.headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
}

/**
 * Whether an address can be decoded; Next answers one that cannot with 500, as if the fault were ours.
 * @param {string} url
 */
export function isDecodable(url) {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.replace(/\?.*/s, ""));
    return true;
  } catch {
    return false;
  }
}

/** Answers a request whose address cannot be decoded. @param {Response} response */
export function refuseAddress(response) {
  response.writeHead(400, headers);
  const detail = "The path contains percent-encoding that does not decode to UTF-8.";
  response.end(problem(response, 400, "VALIDATION_FAILED", "The request is not valid", detail));
}

/** Gives the empty 405 that Next sends a body that says what is wrong. @param {Response} response */
export function explainRefusedMethod(response) {
  const { writeHead, end } = response;
  /** @type {string | undefined} */
  let body;
  response.writeHead = (/** @type {unknown[]} */ ...given) => {
    if (response.statusCode === 405) {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const detail = "This address does not take this method; see /openapi.json for what it takes.";
      body = problem(response, 405, "METHOD_NOT_ALLOWED", "The method is not supported here", detail);
    }
    return Reflect.apply(writeHead, response, given);
  };
  response.end = (/** @type {unknown[]} */ ...given) => {
    if (response.statusCode === 405 && !response.headersSent) response.writeHead(405);
    return Reflect.apply(end, response, body === undefined ? given : [body]);
  };
}
