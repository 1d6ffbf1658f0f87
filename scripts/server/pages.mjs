import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { basename, dirname } from "node:path";
import { startFailure } from "./answers.mjs";
import { openNext } from "./next-app.mjs";

/**
 * The process that makes pages: Next, behind the server that started it (scripts/server/pages-process.mjs) and reachable by
 * nobody else, at the socket in PAGES_SOCKET, with the build in PAGES_BUILD. It does no background work (docs/decisions/034-pages-apart.md).
 */
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const socket = process.env.PAGES_SOCKET ?? "";
/** How long our end may take when nobody waits for it, in milliseconds. */
const patience = 5_000;

/** Told what went wrong once, by whoever started us. @param {unknown} error */
const fail = (error) => {
  process.send?.({ failed: startFailure(error) }, () => process.exit(1));
};

/** @type {import("node:http").Server | undefined} */
let server;
/**
 * Shared with the application (lib/edge/jobs/life.ts).
 * @type {{ onlyPages: true, build: string, shutdown?: () => Promise<void>, counted?: () => Promise<unknown> }}
 */
const life = { onlyPages: true, build: basename(process.env.PAGES_BUILD ?? "") };
Object.assign(globalThis, { [Symbol.for("mfis.life")]: life });

let stopping = false;
async function shutdown() {
  if (stopping) return;
  stopping = true;
  server?.close();
  server?.closeAllConnections();
  await life.shutdown?.().catch((error) => console.error(error));
  process.exit(0);
}
process.on("SIGTERM", shutdown);
// In a terminal it reaches us too; the server still needs us for what is under way.
process.on("SIGINT", () => {});
// With the server gone nobody reads what we print, and an error of printing must not be printed in turn, for ever.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
// The server is gone without a word: nobody else would ever stop us, nor wait for what does not end.
process.on("disconnect", () => {
  shutdown();
  setTimeout(() => process.exit(1), patience);
  if (process.platform !== "win32") rmSync(dirname(socket), { recursive: true, force: true });
});
process.on("message", (asked) => {
  if (asked === "are you there?") process.send?.("yes");
  if (asked === "what have you counted?") life.counted?.().then((counted) => process.send?.({ counted }));
});

try {
  const handle = await openNext({ root: process.env.PAGES_BUILD ?? "", host, port });
  // Headers that the server has added come on top of what it lets in; it keeps the connections for as long as it likes.
  const options = { maxHeaderSize: 64 * 1024, keepAliveTimeout: 0, requestTimeout: 0, requireHostHeader: false };
  server = createServer(options, (request, response) => {
    handle(request, response).catch((error) => {
      console.error(error);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    });
  });
  server.on("error", fail);
  server.listen(socket, () => process.stdout.write("", () => process.send?.("listening")));
} catch (error) {
  fail(error);
}
