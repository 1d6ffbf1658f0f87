// The globals that Next's modules capture when they are loaded.
import "next/dist/server/node-environment.js";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import next from "next";

/**
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 */

/**
 * Loads Next with the application, ready to answer.
 * @param {{ root: string, host: string, port: number, dev?: import("node:http").Server }} options `dev`: the server whose upgrades are for
 *   its development server
 * @returns {Promise<(request: Request, response: Response) => Promise<unknown>>}
 */
export async function openNext({ root, host, port, dev }) {
  // Next listens for upgrades, for its development server, and closes whatever else asks for one: there it hears of none,
  // and to ask for an upgrade changes nothing (RFC 9110, section 7.8).
  const app = next({
    dev: dev !== undefined,
    dir: root,
    hostname: host,
    port,
    httpServer: dev ?? createServer(),
  });
  if (!dev) await bootApplication(root);
  const loaded = pagesLoaded();
  await app.prepare();
  await loaded();
  const handle = app.getRequestHandler();
  return (request, response) => handle(request, response);
}

/**
 * Runs the application's start to its end before anything else. Next by itself starts it in the background
 * (instrumentation.ts), serves meanwhile and keeps serving errors when it fails; the promise is the one Next awaits, so
 * that it runs once. In development Next compiles what it serves, at the first request, and serves everything.
 * @param {string} root
 */
async function bootApplication(root) {
  const { default: instrumentation } = await import(
    "next/dist/server/lib/router-utils/instrumentation-globals.external.js"
  );
  await instrumentation.ensureInstrumentationRegistered(root, ".next");
}

/**
 * Next begins to load all pages at its start and does not wait for them: whatever is asked meanwhile is held up by it
 * for the better part of a second.
 * @returns {() => Promise<void>} waits for those whose loading has begun since
 */
function pagesLoaded() {
  /** @type {typeof import("next/dist/server/next-server")} */
  const { default: NextServer } = createRequire(import.meta.url)("next/dist/server/next-server");
  const { prototype } = NextServer;
  const load = prototype.unstable_preloadEntries;
  /** @type {Promise<void> | undefined} */
  let loading;
  prototype.unstable_preloadEntries = function () {
    loading = load.call(this);
    return loading;
  };
  return async () => loading;
}
