import { sql } from "drizzle-orm";
import { bigint, index, type PgColumn, type PgTable, text, timestamp } from "drizzle-orm/pg-core";
import { environments } from "@/lib/kernel/actor";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";

/** Primary key: a prefixed, time-sortable id from `lib/kernel/ids.ts`. */
export const idColumn = () => text("id").primaryKey();

/** Money. Doubles hold whole kobo up to 9e15, nine times the largest amount accepted. */
export const kobo = (name: string) => bigint(name, { mode: "number" }).$type<Kobo>();

/** A moment in UTC, to the millisecond. The next two add which clock it is from. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
export const businessMoment = (name: string) => moment(name).$type<BusinessTime>();
export const realMoment = (name: string) => moment(name).$type<RealTime>();

export const tenantColumns = {
  marketplaceId: text("marketplace_id").notNull(),
  environment: text("environment", { enum: environments }).notNull(),
};

/** When there is work to do on a row (null: none), and until when a worker holds it. See `db/due.ts`. */
export const dueColumns = { dueAt: businessMoment("due_at"), leasedUntil: realMoment("leased_until") };

/** A table whose rows are work: see `dueColumns`. Rows that belong to no tenant follow real time. */
export type DueTable = PgTable & { id: PgColumn; dueAt: PgColumn; leasedUntil: PgColumn } & {
  marketplaceId?: PgColumn;
  environment?: PgColumn;
};
export type TenantDueTable = DueTable & { marketplaceId: PgColumn; environment: PgColumn };

export const dueIndex = (name: string, { dueAt }: { dueAt: PgColumn }) =>
  index(name).on(dueAt).where(sql`due_at is not null`);

type LaneColumns = { marketplaceId: PgColumn; environment: PgColumn; dueAt: PgColumn };

/** For rows that wait for days: a tenant's due and next ones by its own clock, without everybody's future. */
export function dueInLane(name: string, { marketplaceId, environment, dueAt }: LaneColumns) {
  return index(name).on(marketplaceId, environment, dueAt).where(sql`due_at is not null`);
}
