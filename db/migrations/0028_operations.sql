CREATE TABLE "work_traces" (
	"id" text PRIMARY KEY NOT NULL,
	"traceparent" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "work_traces_age" ON "work_traces" USING btree ("noted_at");