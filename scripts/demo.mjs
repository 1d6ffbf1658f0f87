import "./node-version.mjs";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Halt, Refusal } from "./demo/api.mjs";
import { runDemo } from "./demo/run.mjs";
import { createProgress, tableOf, totalsOf } from "./demo/show.mjs";
import { Failure, reason, report } from "./failure.mjs";
import { callersPath, movedLine, readMerchants, withRecentMonths } from "./merchant-file.mjs";

/**
 * `npm run demo -- FILE`: a file of merchant data records through the HTTP API of the running instance, with what came out
 * for each. The exit code is 0 only when every outcome is explained and every webhook was genuine.
 */
const usage = `npm run demo -- FILE [--json REPORT] [--no-hurry]

  FILE         JSON with a "merchants" array of merchant data records
  --json FILE  also writes everything to FILE: a result per merchant, and all webhooks received
  --no-hurry   waits for the sandbox's reviewer instead of having everything done at once

  BASE_URL, or PORT, says where the service is (default http://localhost:3000). SECRET_KEY and WEBHOOK_SECRET
  together name another marketplace than the sandbox's own; its loans stay offers.`;

async function main() {
  const { file, hurry, json } = readArguments();
  if (!file) return process.stdout.write(`${usage}\n`);
  const collected = readMerchants(file);
  const baseUrl = baseAddress();
  const credentials = await findCredentials(baseUrl);

  const { merchants, moved } = withRecentMonths(collected, await clockOf(baseUrl));
  process.stdout.write(`${merchants.length} merchants through ${baseUrl}\n${movedLine(moved)}`);
  const progress = createProgress(Boolean(credentials.sandbox));
  const end = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end.abort(new Interruption()));
  let result;
  try {
    const onProgress = progress.update;
    result = await runDemo({ merchants, baseUrl, ...credentials, hurry, onProgress, signal: end.signal });
  } finally {
    progress.end();
  }
  if (json) write(json, result);
  process.stdout.write(`\n${tableOf(result, process.stdout.columns || 100)}\n${totalsOf(result)}`);
  if (!result.passed) process.exitCode = 1;
}

class Interruption extends Failure {
  constructor() {
    super("Interrupted.");
  }
}

function readArguments() {
  const { values, positionals } = parsed();
  if (values.help) return {};
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Failure("Which file? npm run demo -- FILE");
  return { file: callersPath(file), hurry: values.hurry, json: values.json && callersPath(values.json) };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        json: { type: "string" },
        hurry: { type: "boolean", default: true },
        help: { type: "boolean", short: "h" },
      },
      allowPositionals: true,
      allowNegative: true,
    });
  } catch (error) {
    throw new Failure(`${reason(error).replace(/\. .*/s, "")}.\n\n${usage}`);
  }
}

/** @param {string} file @param {unknown} content */
function write(file, content) {
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    throw new Failure(`Cannot write the report to ${file}: ${reason(error)}.`);
  }
}

function baseAddress() {
  const given = process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) {
    throw new Failure(`BASE_URL must be an address like http://localhost:3000, not ${given}.`);
  }
  return given.replace(/\/+$/, "");
}

/** Those of the environment, or the sandbox's own. @param {string} baseUrl */
async function findCredentials(baseUrl) {
  const { SECRET_KEY: secretKey, WEBHOOK_SECRET: webhookSecret } = process.env;
  const answer = await ask(`${baseUrl}/api/sandbox/credentials`);
  if (secretKey && webhookSecret) return { secretKey, webhookSecret };
  if (secretKey || webhookSecret)
    throw new Failure("SECRET_KEY and WEBHOOK_SECRET go together; only one of them is set.");
  if (answer.status === 404 && answer.body?.code === "NOT_FOUND") {
    throw new Failure(
      `The sandbox is off at ${baseUrl}. Set SECRET_KEY and WEBHOOK_SECRET, or start it with SANDBOX=on.`,
    );
  }
  if (!answer.body?.secretKey) {
    throw new Failure(`What answers at ${baseUrl} (status ${answer.status}) is not this service, or it is not well.`);
  }
  const { body } = answer;
  return { secretKey: body.secretKey, webhookSecret: body.webhookSecret, sandbox: body };
}

/** The business clock of the sandbox's test data; without a sandbox, real time. @param {string} baseUrl */
async function clockOf(baseUrl) {
  const { body } = await ask(`${baseUrl}/api/sandbox`);
  return body?.clock?.now ? new Date(body.clock.now) : new Date();
}

/** @param {string} url */
async function ask(url) {
  let response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
  } catch {
    const { origin } = new URL(url);
    throw new Failure(`Nothing answers at ${origin}. Start the service with "npm start", or set BASE_URL or PORT.`);
  }
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

main().catch((error) => {
  const line = error instanceof Refusal ? error.line : error instanceof Halt ? error.message : null;
  report(line ? new Failure(line) : error);
  process.exitCode = error instanceof Interruption ? 130 : 1;
});
