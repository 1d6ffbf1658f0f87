// The globals that Next's modules capture when they are loaded.
import "next/dist/server/node-environment.js";
import { createServer } from "node:http";
import { join } from "node:path";
import next from "next";

/** Serves the bare application as scripts/server.mjs serves the product, on BARE_PORT. */
const port = Number(process.env.BARE_PORT);
const app = next({ dev: false, dir: join(import.meta.dirname, "bare-app"), hostname: "127.0.0.1", port });
await app.prepare();
const handle = app.getRequestHandler();
createServer({ keepAliveTimeout: 65_000, headersTimeout: 66_000 }, (request, response) => {
  handle(request, response);
}).listen(port, "127.0.0.1", () => process.send?.("listening"));
process.on("disconnect", () => process.exit());
