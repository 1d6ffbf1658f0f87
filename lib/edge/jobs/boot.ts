import { mkdir } from "node:fs/promises";
import { checkSchema } from "@/db/check-schema";
import { closeDatabase, connection } from "@/db/client";
import { releaseAll } from "@/db/due";
import { explaining } from "@/db/explain-failure";
import { migrateDatabase } from "@/db/migrate";
import { startMetrics } from "@/lib/edge/metrics/start-metrics";
import { now } from "@/lib/kernel/clock";
import { env, startWarnings } from "@/lib/kernel/env";
import { logConsole } from "@/lib/kernel/log-console";
import { watchCertificates } from "@/lib/platform/egress/watch-certificates";
import { checkKeys } from "@/lib/platform/keys/check-keys";
import { openMetrics } from "@/lib/platform/metrics/metrics";
import { noteRequest } from "@/lib/platform/metrics/note-request";
import { requireOwnStorage } from "@/lib/platform/providers/storage";
import { startRequestLog } from "@/lib/platform/request-log/write-requests";
import { openTracing } from "@/lib/platform/tracing/open-tracing";
import { registerDemoSource } from "@/lib/sandbox/demo/provider/register-demo-source";
import { seedSandbox } from "@/lib/sandbox/seed/seed";
import { openShowcase } from "@/lib/sandbox/showcase/open-showcase";
import { keepShowcase } from "@/lib/sandbox/showcase/tell-showcase";
import { checkHealth } from "@/lib/surfaces/health/check-health";
import { serviceInfo } from "@/lib/surfaces/health/info";
import { logTrouble } from "@/lib/surfaces/health/log-trouble";
import { watchMail } from "@/lib/surfaces/health/watch-mail";
import { countedHere } from "@/lib/surfaces/metrics/scrape";
import { tasks } from "./all-tasks";
import { startEmbeddedEngine } from "./embedded";
import { jobsProblem } from "./health";
import { startInngestEngine, startInngestHints } from "./inngest";
import { life } from "./life";
import { startNotifying } from "./notify-engines";
import { readQueues } from "./read-queues";
import { startRescoring } from "./rescoring";
import { startSealing } from "./sealing";
import { startShowcase } from "./showcase";

/** Settings, schema, sandbox, background work. Once, however many ask; rejects with one line per problem. */
export function boot(): Promise<void> {
  life.booting ??= life.onlyPages ? makePagesReady() : makeReady();
  return life.booting;
}

async function makeReady(): Promise<void> {
  const { dataDir, embeddedDatabase, sandbox, seed, jobs } = env();
  logConsole();
  for (const line of startWarnings(env())) process.stderr.write(`Warning: ${line}\n`);
  await mkdir(dataDir, { recursive: true });
  if (life.migrates) {
    const say = (line: string) => process.stdout.write(`${line}\n`);
    await migrateDatabase({ ownerUrl: env().databaseOwnerUrl, serviceUrl: env().databaseUrl, say });
  }
  await checkSchema(connection());
  await explaining("The start failed", async () => {
    await checkKeys();
    // The embedded database serves one process: existing leases are those of one that has ended.
    if (embeddedDatabase) for (const { table } of tasks) await releaseAll(table, now());
  });
  watchCertificates();
  // All but documents can be had without it; health says so until it is there.
  await requireOwnStorage().catch((error) => logTrouble("storage", "the storage of documents cannot be used", error));
  if (sandbox) await explaining("The sandbox could not be seeded", () => fillSandbox(seed));
  const stopTracing = await startTracing("server");
  const stopEngine = await startEngine();
  const stopRescoring = jobs === "off" ? null : startRescoring();
  const stopSealing = jobs === "off" ? null : startSealing();
  const stopShowcase = sandbox && seed && jobs === "on" ? startShowcase(life.pagesThere ?? life.listening) : null;
  const stopMailWatch = watchMail();
  const stopRequestLog = startRequestLog();
  const stopMetrics = await openMetricsPort();
  life.shutdown = async () => {
    stopMailWatch();
    await stopMetrics();
    await stopRescoring?.();
    await stopSealing?.();
    await stopShowcase?.();
    await stopEngine();
    await stopRequestLog();
    await stopTracing();
    await closeDatabase();
  };
}

async function fillSandbox(showcase: boolean): Promise<void> {
  await seedSandbox(now());
  await registerDemoSource(now());
  if (showcase) await openShowcase(now());
  await keepShowcase(now());
}

async function startTracing(process: "server" | "pages"): Promise<() => Promise<void>> {
  const { traces } = env();
  return traces ? openTracing({ ...traces, process, version: serviceInfo().version }) : async () => {};
}

async function openMetricsPort(): Promise<() => Promise<void>> {
  const stop = await startMetrics({
    queues: readQueues,
    health: () => checkHealth(jobsProblem, life.pagesAre),
    pages: () => life.pagesCounted?.(),
    build: life.build,
  });
  if (env().metrics) life.noteRequest = noteRequest;
  return stop;
}

/** Of a process that makes pages for another, which sees to the schema, the sandbox and all background work. */
async function makePagesReady(): Promise<void> {
  logConsole();
  if (env().metrics) await openMetrics("pages");
  life.counted = () => countedHere(life.build);
  const stopTracing = await startTracing("pages");
  const stopHints = await startEngine();
  const stopRequestLog = startRequestLog();
  life.shutdown = async () => {
    await stopHints();
    await stopRequestLog();
    await stopTracing();
    await closeDatabase();
  };
}

/** A process that does no background work tells those that do of what has become due. */
async function startEngine(): Promise<() => Promise<void>> {
  const { jobs, inngest } = env();
  if (jobs === "off") return inngest ? startInngestHints(tasks) : startNotifying();
  return inngest ? startInngestEngine(tasks) : startEmbeddedEngine(tasks, life.listening);
}
