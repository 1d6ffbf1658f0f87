import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { businessMoment, dueColumns, idColumn, realMoment, tenantColumns } from "@/db/columns";
import type { EventType } from "@/lib/terms/events/all-events";
import { deliveryStatuses, endpointStatuses } from "@/lib/terms/outbound-webhooks";
import { marketplaces } from "./marketplaces";
import { ofMerchant } from "./merchants";

/** Where a marketplace wants its events, one per environment. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    ...tenantColumns,
    url: text("url").notNull(),
    /** Null: every event, also those of later versions. */
    events: text("events").array().$type<EventType[]>(),
    status: text("status", { enum: endpointStatuses }).notNull(),
    secret: text("secret_encrypted").notNull(),
    previousSecret: text("previous_secret_encrypted"),
    previousSecretUntil: realMoment("previous_secret_until"),
    /** Null: the secret is the one from when the endpoint was registered. */
    rotatedAt: realMoment("rotated_at"),
    /** When this address last acknowledged a test event. */
    answeredAt: realMoment("answered_at"),
    /** Since when every attempt has failed; null while the last one succeeded. */
    failingSince: businessMoment("failing_since"),
    disabledReason: text("disabled_reason"),
    createdAt: businessMoment("created_at").notNull(),
    updatedAt: businessMoment("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.marketplaceId, table.environment] }),
    foreignKey({ columns: [table.marketplaceId], foreignColumns: [marketplaces.id] }),
  ],
);

/** Events, written in the transaction they are about. The body is kept byte for byte as it is sent. */
export const events = pgTable(
  "events",
  {
    id: idColumn(),
    ...tenantColumns,
    merchantId: text("merchant_id").notNull(),
    sequence: integer("sequence").notNull(),
    type: text("type").$type<EventType>().notNull(),
    body: text("body").notNull(),
    occurredAt: businessMoment("occurred_at").notNull(),
  },
  (table) => [
    ofMerchant(table),
    unique("events_sequence").on(table.merchantId, table.sequence),
    index("events_tenant").on(table.marketplaceId, table.environment, table.id),
    // For lists of one type, and of a period.
    index("events_type").on(table.marketplaceId, table.environment, table.type, table.id),
    index("events_occurred").on(table.marketplaceId, table.environment, table.occurredAt, table.id),
  ],
);

/** The sending of one event to the endpoint: the queue of the webhook worker. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: idColumn(),
    ...tenantColumns,
    eventId: text("event_id")
      .notNull()
      .unique()
      .references(() => events.id),
    status: text("status", { enum: deliveryStatuses }).notNull(),
    /** Attempts made in the current round; sending again starts a new round. */
    attempts: integer("attempts").notNull().default(0),
    createdAt: businessMoment("created_at").notNull(),
    finishedAt: businessMoment("finished_at"),
    ...dueColumns,
  },
  (table) => [
    // One receiver's backlog is found without reading another's.
    index("deliveries_due").on(table.marketplaceId, table.environment, table.dueAt).where(sql`due_at is not null`),
    // How much of a receiver's work is in hand.
    index("deliveries_leased")
      .on(table.marketplaceId, table.environment, table.leasedUntil)
      .where(sql`leased_until is not null`),
    // Nearly all rows end here, and are entered once, at their end, in the order of the index.
    index("deliveries_delivered")
      .on(table.marketplaceId, table.environment, table.eventId)
      .where(sql`status = 'DELIVERED'`),
    // Finds events that wait, failed or were not sent, to list them or send them again.
    index("deliveries_undelivered")
      .on(table.marketplaceId, table.environment, table.status, table.eventId)
      .where(sql`status <> 'DELIVERED'`),
    // The same for a period. What is delivered is not written here.
    index("deliveries_unsent")
      .on(table.marketplaceId, table.environment, table.status, table.createdAt, table.eventId)
      .where(sql`status in ('FAILED', 'NOT_SENT')`),
  ],
);

/** Every attempt: the request, the response and how long it took. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    deliveryId: text("delivery_id")
      .notNull()
      .references(() => deliveries.id, { onDelete: "cascade" }),
    /** Keeps counting through later rounds. */
    number: integer("number").notNull(),
    url: text("url").notNull(),
    /** Those that differ from attempt to attempt. Null when nothing could be signed. */
    requestHeaders: jsonb("request_headers").$type<Record<string, string>>(),
    startedAt: businessMoment("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** Null when no answer came. */
    responseStatus: integer("response_status"),
    /** At most the first 4 KiB. */
    responseBody: text("response_body"),
    error: text("error"),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
