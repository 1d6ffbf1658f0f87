CREATE TABLE "engine_lanes" (
	"task" text NOT NULL,
	"lane" text NOT NULL,
	"hints" bigint NOT NULL,
	"seen" bigint DEFAULT 0 NOT NULL,
	"announced" bigint DEFAULT 0 NOT NULL,
	"announced_at" timestamp (3) with time zone,
	"announce_again_at" timestamp (3) with time zone,
	"announcements" integer DEFAULT 0 NOT NULL,
	"run_id" text,
	"held_until" timestamp (3) with time zone,
	CONSTRAINT "engine_lanes_task_lane_pk" PRIMARY KEY("task","lane")
);
--> statement-breakpoint
CREATE TABLE "work_failures" (
	"task" text NOT NULL,
	"id" text NOT NULL,
	"lane" text NOT NULL,
	"failures" integer NOT NULL,
	"first_failed_at" timestamp (3) with time zone NOT NULL,
	"last_failed_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "work_failures_task_id_pk" PRIMARY KEY("task","id")
);
--> statement-breakpoint
DROP INDEX "deliveries_finished";--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "test_clock_moved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "engine_lanes_unseen" ON "engine_lanes" USING btree ("task") WHERE "engine_lanes"."announced" > "engine_lanes"."seen";--> statement-breakpoint
CREATE INDEX "work_failures_stuck" ON "work_failures" USING btree ("first_failed_at") WHERE failures >= 4;--> statement-breakpoint
CREATE INDEX "loan_reminders_due_in_lane" ON "loan_reminders" USING btree ("marketplace_id","environment","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "loan_watches_due_in_lane" ON "loan_watches" USING btree ("marketplace_id","environment","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "loans_due_in_lane" ON "loans" USING btree ("marketplace_id","environment","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "mandates_due_in_lane" ON "mandates" USING btree ("marketplace_id","environment","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("marketplace_id","environment","leased_until") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "deliveries_finished" ON "deliveries" USING btree ("finished_at") WHERE finished_at is not null;