import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Settings of the developer's shell that would let the tests reach another database, address or job engine. */
const foreign =
  /^(DATABASE_|ENCRYPTION_KEYS|INDEX_KEY|TOKEN_KEY|BASE_URL|EMBED_URL|SDK_URL|SANDBOX|INNGEST_|S3_|SMTP_|HOST$)/;

/**
 * Starts the service the way people do, with `scripts/start.mjs`, on a free port and an empty data directory, and puts its
 * address into BASE_URL. Answers what stops it.
 */
export default async function globalSetup() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "mfis-e2e-"));
  // Root hands the database to another user, who has to get in.
  chmodSync(dataDir, 0o711);
  const env = { ...process.env, APP_ENV: "development", PORT: String(port), DATA_DIR: dataDir };
  for (const name of Object.keys(env).filter((key) => foreign.test(key))) Reflect.deleteProperty(env, name);
  // The channel tells the service when this process is gone: it stops by itself then. Detached, because after Ctrl-C
  // the tests under way still need it.
  const service = fork("scripts/start.mjs", [], { env, detached: true, stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const teardown = async () => {
    await stop(service);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const address = `http://localhost:${port}`;
    await healthy(address, service);
    process.env.BASE_URL = address;
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

async function healthy(address: string, service: ChildProcess) {
  let output = "";
  service.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  for (const end = Date.now() + 300_000; Date.now() < end; await new Promise((go) => setTimeout(go, 200))) {
    if (service.exitCode !== null) throw new Error(`The service ended with exit code ${service.exitCode}.\n${output}`);
    // Its last words, printed once it is healthy and seeded.
    if (output.includes("Ctrl-C stops it") && (await fetch(`${address}/api/health`)).status === 200) return;
  }
  throw new Error(`The service did not become healthy.\n${output}`);
}

async function stop(service: ChildProcess) {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const over = once(service, "exit");
  service.kill("SIGTERM");
  await over;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}
