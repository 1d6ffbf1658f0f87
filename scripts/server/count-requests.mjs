/**
 * What the metrics say of requests, whoever answers them: counted here, where all come in.
 * @typedef {import("node:http").ServerResponse} Response
 * @typedef {import("./answers.mjs").Way} Way
 * @typedef {import("./lane-bundle.mjs").Lane} Lane
 */

/** nginx's name for an answer that nobody waited for. */
const gone = 499;
/** An answer that we broke off, whatever status had been sent with its beginning. */
const broken = 500;

/**
 * Counts a request. `over`: its answer is out, or nobody waits for it any more.
 * @param {(operation: string, status: number, seconds: number) => void} note
 * @param {Response} response
 */
export function countOne(note, response) {
  const started = performance.now();
  let name = "other";
  return {
    /** @param {string} operation */
    is(operation) {
      name = operation;
    },
    over() {
      const unfinished = response.errored ? broken : gone;
      const status = response.writableFinished ? response.statusCode : unfinished;
      note(name, status, (performance.now() - started) / 1000);
    },
  };
}

/**
 * One of few names, whatever was asked for: the operationId, or the pattern of a page's or a route's address.
 * @param {Way} way
 * @param {string} method
 * @param {Lane["routes"] | undefined} routes
 */
export function operationOf({ address }, method, routes) {
  if (!address) return "other";
  const { route, page, segments } = address;
  if (!route && !page) return "file";
  const handlers = (route && routes?.[route]) || {};
  const handler = handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
  /** @type {{ operationId?: string } | undefined} */
  const declaration = Reflect.get(Object(handler), "declaration");
  return declaration?.operationId ?? `/${segments.join("/")}`;
}
