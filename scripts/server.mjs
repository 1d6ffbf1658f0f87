import "./node-version.mjs";
// The globals that Next's modules capture when they are loaded.
import "next/dist/server/node-environment.js";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import next from "next";
import { root } from "./install.mjs";
import { listenFailure } from "./ports.mjs";
import { originsOf, readActions } from "./server/actions.mjs";
import { admit, identify } from "./server/answers.mjs";
import { openLane } from "./server/fast-lane.mjs";
import { loadLane } from "./server/lane-bundle.mjs";
import { readAddresses, readFiles } from "./server/route-table.mjs";
import { answerRaw, closeUnread, unusedConnections } from "./server/sockets.mjs";

/**
 * The web server: on a plain Node server, the routes of the API by themselves (scripts/server/fast-lane.mjs) and Next
 * for all else. `next start` would offer neither that nor the address of the socket as a header that no client can
 * forge, nor a shutdown that finishes what is under way.
 */
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const dev = process.argv.includes("--dev");
const patience = 10_000;
// Here, not among the headers of next.config.mjs: those are part of the build, which serves at any address.
const httpsOnly = process.env.BASE_URL?.startsWith("https://");

/** The application makes lines of the log of it (lib/log-console.ts). @param {unknown} error */
const report = (error) => console.error(error);

/** @param {readonly string[]} lines */
const fail = (lines) => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

// Without a Host, Node would answer by itself; here that is a refusal like any other (scripts/server/answers.mjs).
const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 66_000, requireHostHeader: false });
// Next listens for upgrades, for its development server, and closes whatever else asks for one: there it hears of none,
// and to ask for an upgrade changes nothing (RFC 9110, section 7.8).
const app = next({ dev, dir: root, hostname: host, port, httpServer: dev ? server : createServer() });
/** @type {Set<import("node:http").ServerResponse>} */
const underWay = new Set();
let stopping = false;

const listening = new Promise((resolve) => server.once("listening", () => resolve(undefined)));
/**
 * Shared with the application (lib/jobs/life.ts), which waits for `listening`: some background work calls this very
 * server.
 * @type {{ listening: Promise<void>, shutdown?: () => Promise<void> }}
 */
const life = { listening };
Object.assign(globalThis, { [Symbol.for("mfis.life")]: life });

process.on("SIGTERM", shutdown);
process.on("SIGINT", shutdown);
// The one who started us is gone without a word: nobody else would ever stop us.
process.on("disconnect", shutdown);

/** @type {ReturnType<typeof openLane> | undefined} */
let lane;
try {
  if (!dev) await bootApplication();
  const loaded = pagesLoaded();
  await app.prepare();
  await loaded();
} catch (error) {
  const message = (error instanceof Error ? error.message : String(error)).replace(
    /^An error occurred while loading.*? hook: /,
    "",
  );
  fail(message.split("\n").filter(Boolean));
}
const handle = app.getRequestHandler();

/**
 * Runs the application's start to its end before anything else. Next by itself starts it in the background
 * (instrumentation.ts), serves meanwhile and keeps serving errors when it fails; the promise is the one Next awaits, so
 * that it runs once. In development Next compiles what it serves, at the first request, and serves everything.
 */
async function bootApplication() {
  const bundle = process.env.FAST_LANE === "off" ? undefined : await loadLane(root);
  if (bundle) {
    await bundle.boot();
    // As Next names it, whatever the client called us.
    lane = openLane(bundle, { origin: `http://${host === "127.0.0.1" ? "localhost" : host}:${port}`, report });
    return;
  }
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

function readKnown() {
  const addresses = [...readFiles(join(root, "public")), ...readAddresses(join(root, "app"))];
  const rest = addresses.find(({ segments }) => segments.join("/") === "api/[...path]");
  return { addresses, rest, actions: readActions(root), origins: originsOf(process.env.BASE_URL ?? ""), dev };
}
const built = readKnown();

server.on("request", serve);
// To expect something of us that we do not know changes nothing (RFC 9110, section 10.1.1).
server.on("checkExpectation", serve);
answerRaw(server);
const closeUnused = unusedConnections(server);
server.on("error", (error) => fail([listenFailure(error, host, port)]));
server.listen(port, host, () => {
  process.stdout.write(`Listening on http://${host.includes(":") ? `[${host}]` : host}:${port}\n`);
  process.send?.("listening");
});

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
function serve(request, response) {
  identify(request, response);
  if (httpsOnly) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  closeUnread(request, response);
  request.headers["x-socket-address"] = request.socket.remoteAddress ?? "";
  if (stopping) response.setHeader("Connection", "close");
  underWay.add(response);
  response.once("close", () => underWay.delete(response));
  // In development files come and go.
  admit(request, dev ? readKnown() : built)
    .then((way) => {
      if (!lane?.(request, response, way)) return handle(request, response);
    })
    .catch((error) => {
      report(error);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    });
}

async function shutdown() {
  if (stopping) return;
  stopping = true;
  const closed = new Promise((resolve) => server.close(resolve));
  for (const response of underWay) {
    if (!response.headersSent) response.setHeader("Connection", "close");
  }
  // A connection that was busy when the server closed counts as idle, and open, once its answer is out.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    closeUnused();
  }, 50);
  const limit = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
  let code = 0;
  try {
    await life.shutdown?.();
  } catch (error) {
    report(error);
    code = 1;
  }
  process.exit(code);
}
