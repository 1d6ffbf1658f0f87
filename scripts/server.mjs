import "./node-version.mjs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "./install.mjs";
import { listenFailure } from "./ports.mjs";
import { endChild, identity, processSpace } from "./processes.mjs";
import { originsOf, readActions } from "./server/actions.mjs";
import { admit, identify, startFailure } from "./server/answers.mjs";
import { buildIn, builtSources, holdBuild } from "./server/built.mjs";
import { countOne, operationOf } from "./server/count-requests.mjs";
import { openLane } from "./server/fast-lane.mjs";
import { fetchWhole, forward } from "./server/forward.mjs";
import { isKept, keepAnswers, keptPaths } from "./server/kept-answers.mjs";
import { loadLane } from "./server/lane-bundle.mjs";
import { guardPages } from "./server/page-way.mjs";
import { startPages } from "./server/pages-process.mjs";
import { readAddresses, readFiles } from "./server/route-table.mjs";
import { answerRaw, closeUnread, unusedConnections } from "./server/sockets.mjs";

/**
 * The web server: on a plain Node server, the routes of the API by themselves (scripts/server/fast-lane.mjs), and all else
 * by a process of its own with Next (scripts/server/pages-process.mjs). `next start` would offer neither that nor the
 * address of the socket as a header that no client can forge, nor a shutdown that finishes what is under way.
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 * @typedef {(request: Request, response: Response, way: import("./server/answers.mjs").Way) => Promise<unknown>} Answering
 */
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const dev = process.argv.includes("--dev");
/** @param {string} name */
const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
/** The hash of the sources whose pages are still being built; who started us says when they are. */
const building = option("--building");
/** Whether it brings the schema up to date before it serves; without, it serves on one that is (docs/operations.md#starting). */
const migrates = process.argv.includes("--migrate");
/** Next answers all: in development, where that is asked for, and where there is no build but one made by hand. */
const ofPages = building ?? option("--build") ?? builtSources(root);
const whole = dev || process.env.FAST_LANE === "off" || !ofPages;
/** Of which sources we serve the build, wherever another start leads next: undefined in development, and of one made by hand. */
const sources = dev ? undefined : whole ? (option("--build") ?? builtSources(root, true)) : ofPages;
const build = sources ? buildIn(root, sources, whole) : root;
const own = { pid: process.pid, identity: identity(process.pid), space: processSpace() };
const unheld = sources && holdBuild(root, sources, own);
if (unheld) process.stderr.write(`Warning: ${unheld}\n`);
const patience = 10_000;
/** So long it goes on accepting once it is told to end, in milliseconds: until whoever sends requests has noticed. */
const stopDelay = Number(process.env.STOP_DELAY_SECONDS || 0) * 1000;
// Here, not among the headers of next.config.mjs: those are part of the build, which serves at any address.
const httpsOnly = process.env.BASE_URL?.startsWith("https://");

/** The application makes lines of the log of it (lib/kernel/log-console.ts). @param {unknown} error */
const report = (error) => console.error(error);

/** @param {readonly string[]} lines */
const fail = (lines) => {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
};

// Without a Host, Node would answer by itself; here that is a refusal like any other (scripts/server/answers.mjs).
const server = createServer({ keepAliveTimeout: 65_000, headersTimeout: 66_000, requireHostHeader: false });
/** @type {Set<Response>} */
const underWay = new Set();
let stopping = false;

const listening = new Promise((resolve) => server.once("listening", () => resolve(undefined)));
/**
 * Shared with the application (lib/edge/jobs/life.ts), which waits for `listening`: some background work calls this very
 * server.
 * @type {{ listening: Promise<void>, migrates: boolean, build?: string, stopping?: boolean, shutdown?: () => Promise<void>,
 *   pagesThere?: Promise<void>, pagesAre?: () => "there" | "away" | "to come", pagesCounted?: () => Promise<unknown>,
 *   noteRequest?: (operation: string, status: number, seconds: number) => void }}
 */
const life = { listening, migrates, ...(sources ? { build: sources } : {}) };
Object.assign(globalThis, { [Symbol.for("mfis.life")]: life });

process.on("SIGTERM", shutdown);
process.on("SIGINT", shutdown);
// The one who started us is gone without a word: nobody else would ever stop us.
process.on("disconnect", shutdown);

/** @type {import("./server/pages-process.mjs").Pages | undefined} */
let pages;
let toCome = building !== undefined;
/** What answers an address, as metrics name it. @type {(way: import("./server/answers.mjs").Way, method: string) => string} */
let nameOf = () => "other";
let built = await readKnown();
let kept = keptPaths(build, built.addresses);
/** @type {Answering} */
const answer = await open().catch((error) => fail(startFailure(error).split("\n").filter(Boolean)));

/** Loads what answers. @returns {Promise<Answering>} */
async function open() {
  const bundle = dev ? undefined : await loadLane(root, sources);
  nameOf = (way, method) => operationOf(way, method, bundle?.routes);
  if (building && !bundle)
    throw new Error("What answers the API is gone (.cache/lane); start again, and it is made anew.");
  if (!bundle || whole) {
    const { openNext } = await import("./server/next-app.mjs");
    const handle = await openNext({ root: build, host, port, ...(dev ? { dev: server } : {}) });
    if (!bundle) return handle;
    const { seated, paced } = guardPages(bundle.gate, report, 0);
    return (request, response, way) => {
      const answer = () => handle(request, response).then(() => true);
      if (isKept(request, kept)) return paced(request, response, way, answer);
      return bundle.routes[way.address?.route ?? ""] ? answer() : seated(request, response, way, answer);
    };
  }
  if (toCome) life.pagesThere = new Promise((resolve) => process.once("message", () => resolve(cameLater())));
  const ready = toCome ? undefined : beginPages();
  life.pagesCounted = async () => pages?.counted();
  life.pagesAre = () => (pages?.socket() ? "there" : toCome ? "to come" : "away");
  await bundle.boot();
  // As Next names it, whatever the client called us.
  const lane = openLane(bundle, { origin: `http://${host === "127.0.0.1" ? "localhost" : host}:${port}`, report });
  const { seated, paced } = guardPages(bundle.gate, report);
  const keep = keepAnswers((path) => fetchWhole(pages?.socket(), path));
  await ready;
  return async (request, response, way) => {
    const byLane = () => lane(request, response, way);
    const fromMemory = async () => byLane() || keep(request, response);
    if (isKept(request, kept) ? await paced(request, response, way, fromMemory) : byLane()) return;
    await seated(request, response, way, async () => {
      const socket = pages?.socket();
      if (socket === undefined && toCome) throw bundle.gate.pagesToCome();
      return socket !== undefined && forward(socket, request, response);
    });
  };
}

/** Settles when there are pages. */
function beginPages() {
  const apart = startPages({ root, build, report, end: endChild });
  pages = apart;
  return apart.ready;
}

/** Pages whose build has come to its end after all else. */
async function cameLater() {
  try {
    if (stopping) return;
    const ready = beginPages();
    const known = await readKnown(true);
    await ready;
    built = known;
    kept = keptPaths(build, built.addresses);
    toCome = false;
    process.send?.("pages");
  } catch (error) {
    if (!stopping) fail(startFailure(error).split("\n").filter(Boolean));
  }
}

/** @param {boolean} there whether the pages are built */
async function readKnown(there = !toCome) {
  const addresses = [...readFiles(join(root, "public")), ...(await readAddresses(join(root, "app")))];
  const rest = addresses.find(({ segments }) => segments.join("/") === "api/[...path]");
  const actions = there ? readActions(build) : undefined;
  return { addresses, rest, actions, origins: originsOf(process.env.BASE_URL ?? ""), dev };
}

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

/** @param {Request} request @param {Response} response */
function serve(request, response) {
  identify(request, response);
  if (httpsOnly) response.setHeader("Strict-Transport-Security", "max-age=31536000");
  closeUnread(request, response);
  request.headers["x-socket-address"] = request.socket.remoteAddress ?? "";
  if (stopping) response.setHeader("Connection", "close");
  underWay.add(response);
  const count = life.noteRequest && countOne(life.noteRequest, response);
  response.once("close", () => {
    underWay.delete(response);
    count?.over();
  });
  // In development files come and go.
  Promise.resolve(dev ? readKnown() : built)
    .then((known) => admit(request, known))
    .then((way) => {
      count?.is(nameOf(way, request.method ?? "GET"));
      return answer(request, response, way);
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
  life.stopping = true;
  if (stopDelay > 0) await new Promise((resolve) => setTimeout(resolve, stopDelay));
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
    await Promise.all([life.shutdown?.(), pages?.stop()]);
  } catch (error) {
    report(error);
    code = 1;
  }
  process.exit(code);
}
