import { type SQLWrapper, sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, dueIndex, idColumn, moment, realMoment, tenantColumns } from "@/db/columns";
import { environments } from "@/lib/kernel/actor";
import type { MailKind } from "@/lib/terms/mails/all-mails";
import { stuckAfter } from "@/lib/terms/work-failures";
import { loans } from "./loans";
import { ofMerchant } from "./merchants";

/** The noun of an action; as the index has it, in which a parameter would not be found. */
export const auditedNoun = ({ action }: { action: SQLWrapper }) => sql`split_part(${action}, '.', 1)`;

/** Who did what, appended in the transaction that did it. Without a tenant: to something of the service itself. */
export const auditLog = pgTable(
  "audit_log",
  {
    number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    marketplaceId: text("marketplace_id"),
    environment: text("environment", { enum: environments }),
    actor: text("actor").notNull(),
    /** `noun.verb` (lib/platform/audit/record-audit.ts); in rows older than the detail column, followed by the detail. */
    action: text("action").notNull(),
    detail: jsonb("detail").$type<Record<string, string | number | undefined>>(),
    subjectId: text("subject_id").notNull(),
    at: moment("at").notNull(),
  },
  (table) => [
    index("audit_log_subject").on(table.subjectId, table.number),
    index("audit_log_actor").on(table.actor, table.number),
    index("audit_log_noun").on(auditedNoun(table), table.number),
    // Documents that were taken out of a KYC record (lib/surfaces/console/kyc/case-history.ts).
    index("audit_log_removed_documents").on(sql`(detail->>'merchant')`).where(sql`action = 'kyc.remove-document'`),
    // Rows come almost in the order of time.
    index("audit_log_at").using("brin", table.at),
  ],
);

/** Answers given to requests with an Idempotency-Key, for 24 hours. */
export const idempotentAnswers = pgTable(
  "idempotent_answers",
  {
    ...tenantColumns,
    method: text("method").notNull(),
    /** The operation and what it is about (`keyedRequest`). */
    path: text("path").notNull(),
    key: text("key").notNull(),
    /** Keyed digest of the body. */
    fingerprint: text("fingerprint").notNull(),
    status: integer("status").notNull(),
    body: text("body_encrypted").notNull(),
    createdAt: realMoment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment, table.method, table.path, table.key] }),
    index("idempotent_answers_age").on(table.createdAt),
  ],
);

/** How much of a rate limit processes have claimed in a window. */
export const rateWindows = pgTable(
  "rate_windows",
  {
    bucket: text("bucket").notNull(),
    windowStart: realMoment("window_start").notNull(),
    taken: integer("taken").notNull(),
  },
  (table) => [primaryKey({ columns: [table.bucket, table.windowStart] })],
);

/**
 * Mail to people: queued in the transaction it is about, sent afterwards. That to a merchant is about a loan of its own,
 * once per fact, or about its application; that to a marketplace's staff has none of these columns, and only text.
 */
export const mails = pgTable(
  "mails",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id"),
    loanId: text("loan_id").references(() => loans.id),
    kind: text("kind").$type<MailKind>(),
    /** Tells mails of one kind about one loan apart: `once` of their entry. */
    fact: text("fact"),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The text part. */
    body: text("body").notNull(),
    html: text("html"),
    createdAt: businessMoment("created_at").notNull(),
    sentAt: businessMoment("sent_at"),
    /** When whoever holds the merchant's account has opened it there. */
    readAt: realMoment("read_at"),
    attempts: integer("attempts").notNull().default(0),
    ...dueColumns,
  },
  (table) => [
    ofMerchant(table),
    index("mails_merchant").on(table.merchantId, table.id).where(sql`merchant_id is not null`),
    uniqueIndex("mails_fact").on(table.loanId, table.kind, table.fact).where(sql`loan_id is not null`),
    dueIndex("mails_due", table),
    index("mails_age").on(table.createdAt),
  ],
);

/** Work of the service itself rather than of a tenant: one row each, with the time it is next due. */
export const chores = pgTable("chores", {
  id: text("id").primaryKey(),
  ...dueColumns,
  dueAt: realMoment("due_at"),
  /** The last row that work done in parts has dealt with; null: it begins anew. */
  cursor: text("cursor"),
});

/** Live work that operators have been written about, so that each stretch of waiting is told once. */
export const workReminders = pgTable(
  "work_reminders",
  {
    source: text("source").notNull(),
    itemId: text("item_id").notNull(),
    since: moment("since").notNull(),
    mailedAt: realMoment("mailed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source, table.itemId, table.since] }),
    index("work_reminders_age").on(table.mailedAt),
  ],
);

/** What caused the work on a row that is due, until somebody begins it; only while traces are kept. */
export const workTraces = pgTable(
  "work_traces",
  {
    /** The row's own. */
    id: text("id").primaryKey(),
    /** As W3C Trace Context has it. */
    traceparent: text("traceparent").notNull(),
    notedAt: realMoment("noted_at").notNull(),
  },
  (table) => [index("work_traces_age").on(table.notedAt)],
);

/** Sign of life of the job engine, one row per process. */
export const engineHeartbeats = pgTable("engine_heartbeats", {
  processId: text("process_id").primaryKey(),
  beatAt: realMoment("beat_at").notNull(),
});

/** When a call came that Inngest had signed with our key, and one that it had not; for health. */
export const inngestCalls = pgTable("inngest_calls", {
  verdict: text("verdict", { enum: ["VERIFIED", "REFUSED"] }).primaryKey(),
  at: realMoment("at").notNull(),
});

/** Rows of tasks, and runs of whole lanes, whose id is the lane. Only what is safe to show: details are in the log. */
export const workFailures = pgTable(
  "work_failures",
  {
    /** Its name in lib/edge/jobs/all-tasks.ts. */
    task: text("task").notNull(),
    id: text("id").notNull(),
    lane: text("lane").notNull(),
    /** Since it last succeeded. */
    failures: integer("failures").notNull(),
    firstFailedAt: realMoment("first_failed_at").notNull(),
    lastFailedAt: realMoment("last_failed_at").notNull(),
    nextTryAt: realMoment("next_try_at").notNull(),
    /** See `causeOf`. */
    cause: text("cause").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.task, table.id] }),
    index("work_failures_stuck")
      .on(table.firstFailedAt)
      .where(sql.raw(`failures >= ${stuckAfter}`)),
  ],
);

/** docs/decisions/004-inngest.md. Hints are counted, not timed, so it does not matter how processes' clocks differ. */
export const engineLanes = pgTable(
  "engine_lanes",
  {
    task: text("task").notNull(),
    lane: text("lane").notNull(),
    /** Hints that work in the lane has become due, so far. */
    hints: bigint("hints", { mode: "number" }).notNull(),
    /** The hints of which a run knew when it last claimed. */
    seen: bigint("seen", { mode: "number" }).notNull().default(0),
    /** The hint for which an event was sent. Later than `seen`: that event's run has not begun. */
    announced: bigint("announced", { mode: "number" }).notNull().default(0),
    announcedAt: realMoment("announced_at"),
    /** From when on the event counts as lost. */
    announceAgainAt: realMoment("announce_again_at"),
    /** Events since a run last began. */
    announcements: integer("announcements").notNull().default(0),
    /** The run that follows the lane, and until when it has the lane to itself. */
    runId: text("run_id"),
    heldUntil: realMoment("held_until"),
  },
  (table) => [
    primaryKey({ columns: [table.task, table.lane] }),
    // Lanes whose run has not begun: few, while a lane that has ever had work keeps its row.
    index("engine_lanes_unseen").on(table.task).where(sql`${table.announced} > ${table.seen}`),
  ],
);

/**
 * Marks that show whether the keys are those the data was written with, one row per key, and whether the storage of documents
 * is the one that they are in (lib/platform/providers/marked-storage.ts).
 */
export const keyChecks = pgTable("key_checks", { name: text("name").primaryKey(), value: text("value").notNull() });

/** Sign-ins and secrets that the sandbox created at its first start, encrypted. */
export const sandboxState = pgTable("sandbox_state", {
  name: text("name").primaryKey(),
  value: text("value_encrypted").notNull(),
});

/** Authentic webhooks received by the demo marketplace, for the page that shows them. */
export const demoWebhooks = pgTable(
  "demo_webhooks",
  {
    number: bigint("number", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    ...tenantColumns,
    eventId: text("event_id").notNull().unique(),
    event: text("event").notNull(),
    /** The merchant's id at the demo marketplace. */
    thirdPartyCustomerId: text("third_party_customer_id"),
    body: jsonb("body").$type<Record<string, unknown>>().notNull(),
    receivedAt: realMoment("received_at").notNull(),
  },
  (table) => [
    index("demo_webhooks_merchant").on(table.thirdPartyCustomerId, table.number),
    index("demo_webhooks_age").on(table.receivedAt),
  ],
);
