import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildApplication } from "@/scripts/build.mjs";
import { complaintsIn } from "./complaints";
import { databaseUrl, freePort } from "./instance";

export type SecondServer = { address: string; pid: number; stop: () => Promise<void> };

type Options = {
  /** Of the instance whose keys, documents and database it shares. */
  dataDir: string;
  /** The same as the instance's, so that both name the same addresses. */
  baseUrl: string;
  /** Another database of that instance's PostgreSQL. */
  database?: string;
  env?: Record<string, string>;
};

/** A further web server on the data of a running instance, as behind one proxy. */
export async function startSecondServer({ dataDir, baseUrl, database, env }: Options): Promise<SecondServer> {
  const { databasePassword: _, ...secrets } = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
  // Where Next answers all, it needs a build with all.
  if (env?.FAST_LANE === "off") await buildApplication({ whole: true });
  const port = await freePort();
  const { PATH, HOME, TMPDIR } = process.env;
  const child = fork("scripts/server.mjs", ["--migrate"], {
    env: {
      ...{ PATH, HOME, TMPDIR, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      ...secrets,
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl(dataDir, database), SANDBOX: "on", SEED: "off" },
      ...{ PORT: String(port), HOST: "127.0.0.1", BASE_URL: baseUrl, TRUSTED_PROXIES: "127.0.0.1" },
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let started = false;
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream]?.setEncoding("utf8").on("data", complaintsIn({ stream, dataDir, started: () => started }));
  }
  const ended = once(child, "exit");
  const listening = await Promise.race([once(child, "message"), ended]);
  if (listening[0] !== "listening") throw new Error(`The second server ended with exit code ${listening[0]}.`);
  started = true;
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}
