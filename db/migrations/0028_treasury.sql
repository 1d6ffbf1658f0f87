CREATE TABLE "work_reminders" (
	"source" text NOT NULL,
	"item_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_reminders_source_item_id_since_pk" PRIMARY KEY("source","item_id","since")
);
--> statement-breakpoint
CREATE INDEX "work_reminders_age" ON "work_reminders" USING btree ("mailed_at");--> statement-breakpoint
CREATE INDEX "payouts_paid" ON "payouts" USING btree ("rail_id","finished_at") WHERE status = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "payments_made" ON "payments" USING btree ("rail_id","finished_at") WHERE status = 'CONFIRMED';--> statement-breakpoint
INSERT INTO "chores" ("id", "due_at") VALUES ('mail-waiting-work', now());
