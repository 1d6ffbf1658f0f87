import { BlockList } from "node:net";
import path from "node:path";
import { z } from "zod";
import { isLoopbackHost } from "./loopback";
import { parseUrl } from "./parse-url";
import { count, equalKeys, httpAddress, key, keyChain, keyring, networks, trustsEverybody } from "./setting-shapes";
import { objectStoreOf, objectStoreProblems, objectStoreShape } from "./settings/object-store-settings";
import { rehearsalProblems } from "./settings/rehearsal-settings";

/** Settings that are addresses for somebody's browser or for us to call. */
const addresses = [
  "BASE_URL",
  "EMBED_URL",
  "SDK_URL",
  "INNGEST_BASE_URL",
  "SMS_URL",
  "DOJAH_URL",
  "S3_ENDPOINT",
] as const;

const dojahNeeds = ["DOJAH_APP_ID", "DOJAH_KEY"] as const;

const schema = z
  .object({
    NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
    APP_ENV: z.enum(["development", "production"]).default("development"),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// address"),
    DATABASE_OWNER_URL: z.string().optional(),
    // Start-up holds one connection for its lock while it works on another.
    DATABASE_POOL: z.coerce.number().int().min(6).default(16),
    EMBEDDED_DATABASE: z.string().optional(),
    HOST: z.string().default("127.0.0.1"),
    PORT: count(3000),
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress,
    OTEL_SERVICE_NAME: z.string().min(1).default("mfis"),
    METRICS_HOST: z.string().default("127.0.0.1"),
    BASE_URL: z.url().optional(),
    EMBED_URL: z.url().optional(),
    SDK_URL: z.url().optional(),
    DATA_DIR: z.string().default(".data"),
    ENCRYPTION_KEYS: keyring,
    INDEX_KEY: keyChain,
    TOKEN_KEY: key,
    SANDBOX: z.enum(["on", "off"]).optional(),
    SEED: z.enum(["on", "off"]).default("on"),
    TRUSTED_PROXIES: networks.optional(),
    RATE_READS: count(6000),
    RATE_WRITES: count(3000),
    RATE_BULK: count(120),
    RATE_EMBED_TOKENS: count(600),
    RATE_LOGINS: count(10),
    RATE_FAILED_AUTH: count(60),
    RATE_PAGES: count(3000),
    RATE_SESSION_PAGES: count(1200),
    RATE_FILES: count(18_000),
    UPLOADS_WAITING_PER_MERCHANT: count(50),
    UPLOADS_WAITING_PER_MARKETPLACE: count(5_000),
    UPLOAD_MIB_PER_MERCHANT: count(500),
    UPLOAD_MIB_PER_MARKETPLACE: count(50 * 1024),
    KYC_TWO_ABOVE: count(5_000_000),
    INNGEST_EVENT_KEY: z.string().optional(),
    INNGEST_SIGNING_KEY: z.string().optional(),
    INNGEST_SIGNING_KEY_FALLBACK: z.string().optional(),
    INNGEST_BASE_URL: z.url().optional(),
    INNGEST_DEV: z.string().optional(),
    ...objectStoreShape,
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
    MAIL_FROM: z.string().default("financing@localhost"),
    SUPPORT_EMAIL: z.email().optional(),
    WORK_MAIL_HOURS: count(24),
    OPERATED_BY: z.string().trim().min(1).max(150).optional(),
    SMS_URL: httpAddress,
    SMS_KEY: z.string().min(16, "must have 16 characters at least").optional(),
    PAYSTACK_URL: httpAddress,
    IDENTITY_BUREAU: z.enum(["dojah"]).optional(),
    DOJAH_APP_ID: z.string().trim().min(1).optional(),
    DOJAH_KEY: z.string().min(16, "must have 16 characters at least").optional(),
    DOJAH_URL: httpAddress,
    DOJAH_BVN_LOOKUP: z.enum(["on", "off"]).optional(),
    REHEARSAL: z.enum(["on", "off"]).default("off"),
    REHEARSAL_CLOCK: z.string().optional(),
    JOBS: z.enum(["on", "off"]).default("on"),
    // For scripts/server.mjs, which has no other way to say that they are wrong.
    FAST_LANE: z.enum(["on", "off"]).default("on"),
    STOP_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  })
  .superRefine(
    (raw, context) => {
      const wrong = (name: keyof typeof raw, message: string) =>
        context.addIssue({ code: "custom", path: [name], message });
      const pair = ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const;
      const [unset, ...both] = pair.filter((name) => !raw[name]);
      if (unset && both.length === 0) wrong(unset, "must be set too: Inngest needs both of its keys");
      if (raw.METRICS_PORT === raw.PORT) wrong("METRICS_PORT", "must not be PORT: everybody could read the metrics");
      if (Boolean(raw.SMS_URL) !== Boolean(raw.SMS_KEY)) {
        wrong(raw.SMS_URL ? "SMS_KEY" : "SMS_URL", "must be set too: the gateway needs an address and a key");
      }
      for (const name of dojahNeeds) {
        if (raw.IDENTITY_BUREAU && !raw[name]) wrong(name, "must be set too: the bureau needs an app and a key");
      }
      for (const name of [...dojahNeeds, "DOJAH_URL", "DOJAH_BVN_LOOKUP"] as const) {
        if (raw[name] && !raw.IDENTITY_BUREAU) wrong(name, "is of no use: IDENTITY_BUREAU does not name dojah");
      }
      for (const name of ["BASE_URL", "EMBED_URL"] as const) {
        const given = raw[name] ?? "";
        const url = parseUrl(given);
        if (url && url.origin !== strip(given)) {
          wrong(name, "must be an origin, as https://financing.example");
        }
      }
      const together = [...objectStoreProblems(raw), ...rehearsalProblems(raw)];
      for (const [name, message] of together) wrong(name as keyof typeof raw, message);
      if (raw.APP_ENV !== "production") return;
      const rehearsal = raw.REHEARSAL === "on";
      for (const name of ["BASE_URL", "SMTP_URL", "SUPPORT_EMAIL"] as const) {
        if (!raw[name]) wrong(name, "must be set in production");
      }
      for (const name of addresses) {
        if (raw[name] && !rehearsal && !raw[name].startsWith("https://"))
          wrong(name, "must be an https address in production");
      }
      if (raw.INNGEST_DEV && !["0", "false"].includes(raw.INNGEST_DEV)) {
        wrong("INNGEST_DEV", "must not be set in production");
      }
      if (raw.PAYSTACK_URL && !rehearsal)
        wrong("PAYSTACK_URL", "must not be set in production: keys would go there, not to Paystack");
      const bureau = parseUrl(raw.DOJAH_URL ?? "")?.hostname;
      if (raw.DOJAH_KEY?.startsWith("test_") || bureau?.startsWith("sandbox.")) {
        const name = bureau?.startsWith("sandbox.") ? "DOJAH_URL" : "DOJAH_KEY";
        wrong(name, "must not be of Dojah's sandbox in production: it knows nobody");
      }
      if (raw.SANDBOX === "on") wrong("SANDBOX", "must not be on in production: it gives its credentials to anybody");
      if (raw.EMBEDDED_DATABASE) {
        wrong("DATABASE_URL", "must name a PostgreSQL in production; the embedded one is for trying things out");
      }
      if (!raw.TRUSTED_PROXIES) {
        wrong("TRUSTED_PROXIES", "must be set in production: the proxies in front of the service, or none");
      } else if (trustsEverybody(raw.TRUSTED_PROXIES)) {
        wrong("TRUSTED_PROXIES", "must not be everybody: anybody could then say where they come from");
      }
      for (const [name, other] of equalKeys(raw)) wrong(name, `must not be the same key as ${other}`);
    },
    // Also when another setting is wrong, so that one start reports every problem.
    { when: () => true },
  )
  .transform((raw) => {
    const host = raw.HOST.includes(":") ? `[${raw.HOST}]` : raw.HOST;
    const baseUrl = strip(raw.BASE_URL ?? `http://${isLoopbackHost(host) ? "localhost" : host}:${raw.PORT}`);
    const local = isLoopbackHost(host) && isLocal(baseUrl);
    const dev = raw.INNGEST_DEV !== undefined && !["", "0", "false"].includes(raw.INNGEST_DEV);
    const keyed = Boolean(raw.INNGEST_EVENT_KEY && raw.INNGEST_SIGNING_KEY);
    return {
      production: raw.APP_ENV === "production",
      // Receivers may be on this machine, live ones too.
      rehearsal: raw.REHEARSAL === "on",
      databaseUrl: raw.DATABASE_URL,
      databaseOwnerUrl: raw.DATABASE_OWNER_URL ?? raw.DATABASE_URL,
      databasePool: raw.DATABASE_POOL,
      embeddedDatabase: Boolean(raw.EMBEDDED_DATABASE),
      port: raw.PORT,
      // The rest of OpenTelemetry's settings its library reads by itself.
      traces: raw.OTEL_EXPORTER_OTLP_ENDPOINT ? { service: raw.OTEL_SERVICE_NAME } : null,
      metrics: raw.METRICS_PORT ? { port: raw.METRICS_PORT, host: raw.METRICS_HOST } : null,
      baseUrl,
      embedUrl: strip(raw.EMBED_URL ?? baseUrl),
      sdkUrl: strip(raw.SDK_URL ?? `${baseUrl}/sdk`),
      dataDir: path.resolve(raw.DATA_DIR),
      encryptionKeys: raw.ENCRYPTION_KEYS,
      indexKeys: raw.INDEX_KEY,
      tokenKey: raw.TOKEN_KEY,
      // On by default only where nobody else can reach it: on loopback by both names, with the embedded database.
      sandbox: raw.SANDBOX ? raw.SANDBOX === "on" : local && Boolean(raw.EMBEDDED_DATABASE),
      // The sandbox's second marketplace with its months of business.
      seed: raw.SEED === "on",
      trustedProxies: raw.TRUSTED_PROXIES ?? new BlockList(),
      rates: {
        read: raw.RATE_READS,
        write: raw.RATE_WRITES,
        bulk: raw.RATE_BULK,
        embedToken: raw.RATE_EMBED_TOKENS,
        login: raw.RATE_LOGINS,
        failedAuth: raw.RATE_FAILED_AUTH,
        page: raw.RATE_PAGES,
        sessionPage: raw.RATE_SESSION_PAGES,
        file: raw.RATE_FILES,
      },
      uploads: {
        merchant: { waiting: raw.UPLOADS_WAITING_PER_MERCHANT, mebibytes: raw.UPLOAD_MIB_PER_MERCHANT },
        marketplace: { waiting: raw.UPLOADS_WAITING_PER_MARKETPLACE, mebibytes: raw.UPLOAD_MIB_PER_MARKETPLACE },
      },
      kycTwoAbove: raw.KYC_TWO_ABOVE,
      inngest: dev || keyed ? { dev, eventKey: raw.INNGEST_EVENT_KEY, signingKey: raw.INNGEST_SIGNING_KEY } : null,
      smtpUrl: raw.SMTP_URL ?? null,
      mailFrom: raw.MAIL_FROM,
      workMailHours: raw.WORK_MAIL_HOURS,
      supportEmail: raw.SUPPORT_EMAIL ?? "support@localhost",
      // Of the pages that say whose service this is.
      operatedBy: raw.OPERATED_BY ?? `the operator of ${parseUrl(baseUrl)?.host ?? baseUrl}`,
      sms: raw.SMS_URL && raw.SMS_KEY ? { url: raw.SMS_URL, key: raw.SMS_KEY } : null,
      paystackUrl: raw.PAYSTACK_URL ?? null,
      dojah:
        raw.IDENTITY_BUREAU === "dojah" && raw.DOJAH_APP_ID && raw.DOJAH_KEY
          ? {
              appId: raw.DOJAH_APP_ID,
              key: raw.DOJAH_KEY,
              ...(raw.DOJAH_URL ? { baseUrl: strip(raw.DOJAH_URL) } : {}),
              tellsBvn: raw.DOJAH_BVN_LOOKUP === "on",
            }
          : null,
      // Where bytes of documents may be, and where new ones go.
      objectStore: objectStoreOf(raw),
      documentsIn: raw.DOCUMENTS_IN ?? (raw.S3_BUCKET ? "s3" : "disk"),
      jobs: raw.JOBS,
      logLevel: raw.LOG_LEVEL,
      checkRows: raw.NODE_ENV === "test",
      logsConsole: raw.NODE_ENV === "production",
    };
  });

export type Env = z.output<typeof schema>;

function strip(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Whether only this machine can open an address. */
function isLocal(url: string): boolean {
  return isLoopbackHost(parseUrl(url)?.hostname ?? "");
}

let parsed: Env | undefined;

/** Settings that are missing or wrong: shown as it is, for whoever started the process. */
class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** @throws SettingsError with a line for each setting that is missing or wrong */
export function readSettings(given: Record<string, string | undefined>): Env {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const missing = issue.code === "invalid_type" && given[String(issue.path[0])] === undefined;
    return `${issue.path.join(".")}: ${missing ? "is not set" : issue.message}`;
  });
  throw new SettingsError(lines.join("\n"));
}

/** What whoever started the service should know of its settings, a line each. */
export function startWarnings({ production, rehearsal, baseUrl, sandbox }: Env): string[] {
  if (rehearsal) return ["This is a rehearsal: nobody's money moves, and its clock can be set ahead."];
  if (production || isLocal(baseUrl)) return [];
  return [
    `${baseUrl} can be reached by others, and APP_ENV is not production: the settings are not checked for that.`,
    ...(sandbox ? [`The sandbox is on: whoever reaches ${baseUrl} gets its credentials and reads its mail.`] : []),
  ];
}

/** Parsed once. Throws SettingsError with a line for each setting that is missing or wrong. */
export function env(): Env {
  if (parsed) return parsed;
  parsed = readSettings(process.env);
  // next-auth gets its address only from here; without it, or with AUTH_TRUST_HOST, it would trust the request.
  process.env.NEXTAUTH_URL = `${parsed.baseUrl}/api/auth`;
  return parsed;
}

/** Another address than Paystack's own, where something stands in for it. */
export function paystackAddress(): { baseUrl?: string } {
  const { paystackUrl } = env();
  return paystackUrl ? { baseUrl: strip(paystackUrl) } : {};
}

/** The bureau that live identities are checked with; null: a person looks at all of them. */
export function identityBureau(): Env["dojah"] {
  return env().dojah;
}
