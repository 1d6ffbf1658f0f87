import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";

/**
 * What happens to the connection itself: requests that never become one, and bodies that nobody wants to the end.
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

/** A body of at most so many bytes may still come in, so that the connection serves further requests. */
const bearable = 64 * 1024;

/** How long a sender who was refused has to read why, in milliseconds. */
const farewell = 1_000;

/**
 * Closes a connection after an answer that came before its request was complete, and whenever the request was too large:
 * the rest of the body would be read to the end, however long, only to be thrown away. Our half is closed at once and
 * nothing more is read; the other half follows a moment later, since an early reset could cost the sender the answer.
 * @param {Request} request
 * @param {Response} response
 */
export function closeUnread(request, response) {
  const { socket } = request;
  const { writeHead } = response;
  response.writeHead = (/** @type {unknown[]} */ ...given) => {
    const status = typeof given[0] === "number" ? given[0] : response.statusCode;
    const rest = !request.complete && !(Number(request.headers["content-length"]) <= bearable);
    if (status === 413 || rest) response.setHeader("Connection", "close");
    if (rest) {
      socket.destroySoon = () => {
        socket.end();
        request.pause();
        setTimeout(() => socket.destroy(), farewell).unref();
      };
    }
    return Reflect.apply(writeHead, response, given);
  };
}

/**
 * Knows the connections on which nothing has come yet. Node takes them for busy: until they are closed, so is nothing.
 * @param {import("node:http").Server} server
 * @returns {() => void} closes them
 */
export function unusedConnections(server) {
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}

/** By the reason Node gives for not making a request of what came: the rest is malformed. @type {Record<string, Raw>} */
const reasons = {
  HPE_HEADER_OVERFLOW: [431, "HEADERS_TOO_LARGE", "The headers are too large", "The headers may have 16 KiB in all."],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    "REQUEST_TIMEOUT",
    "The request took too long",
    "The request did not arrive in time.",
  ],
};
const malformed = "What was sent is not a request of HTTP/1.1.";
/** @typedef {readonly [status: number, code: string, title: string, detail: string]} Raw */

/**
 * Answers what Node does not make a request of, as the rest of the service answers.
 * @param {import("node:http").Server} server
 */
export function answerRaw(server) {
  server.on("clientError", (error, socket) => {
    const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ECONNRESET" || !socket.writable) return socket.destroy();
    send(socket, reasons[code] ?? [400, "VALIDATION_FAILED", "The request is not valid", malformed]);
  });
  server.on("connect", (_request, socket) => {
    const detail = "This is no proxy.";
    send(socket, [405, "METHOD_NOT_ALLOWED", "The method is not supported here", detail], "Allow: GET, HEAD\r\n");
  });
}

/** @param {import("node:stream").Duplex} socket @param {Raw} raw @param {string} [more] */
function send(socket, [status, code, title, detail], more = "") {
  const requestId = `req_${randomUUID()}`;
  const body = JSON.stringify({ type: `/docs/errors#${code}`, title, status, detail, code, requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Cache-Control: no-store",
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ];
  socket.on("error", () => {});
  socket.end(`${head.join("\r\n")}\r\n${more}\r\n${body}`);
  setTimeout(() => socket.destroy(), farewell).unref();
}
