import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenToConsole } from "@/test/console";
import { startAfresh } from "@/test/fresh-start";

/**
 * The environment of every test file: fixed secrets, so that stored test vectors stay valid, and no database. Files that
 * need one call `useDatabase()` from `@/test/database`; without it a query fails at once instead of reaching some database
 * that the developer's shell happens to name.
 */
const secret = (/** @type {number} */ fill) => Buffer.alloc(32, fill).toString("base64");

const filesBefore = startAfresh();
Object.assign(process.env, {
  APP_ENV: "development",
  LOG_LEVEL: "silent",
  JOBS: "off",
  BASE_URL: "http://localhost:3000",
  HOST: "127.0.0.1",
  PORT: "3000",
  DATA_DIR: join(tmpdir(), `mfis-unit-${process.pid}-${filesBefore}`),
  // The fewest: every connection prepares every statement, and a file seldom has more than six under way.
  DATABASE_POOL: "6",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/call-useDatabase-from-db-testing",
  ENCRYPTION_KEYS: `k1:${secret(1)}`,
  INDEX_KEY: secret(2),
  TOKEN_KEY: secret(3),
  SANDBOX: "on",
  SEED: "off",
});
for (const name of [
  "EMBEDDED_DATABASE",
  "DATABASE_OWNER_URL",
  "DOJAH_APP_ID",
  "DOJAH_BVN_LOOKUP",
  "DOJAH_KEY",
  "DOJAH_URL",
  "DOCUMENTS_IN",
  "EMBED_URL",
  "IDENTITY_BUREAU",
  "SDK_URL",
  "TRUSTED_PROXIES",
  "METRICS_PORT",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "INNGEST_DEV",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
  "OPERATED_BY",
  "SMS_KEY",
  "SMS_URL",
  "PAYSTACK_URL",
  "S3_ACCESS_KEY_ID",
  "S3_BUCKET",
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_SECRET_ACCESS_KEY",
  "SMTP_URL",
  "SUPPORT_EMAIL",
]) {
  delete process.env[name];
}
listenToConsole();
