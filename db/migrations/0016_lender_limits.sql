ALTER TABLE "lenders" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "risk_tier" text;--> statement-breakpoint
CREATE INDEX "loans_lender" ON "loans" USING btree ("lender_id","approved_at");
--> statement-breakpoint
UPDATE "loans" SET "risk_tier" = "funding_requests"."decided_by" ->> 'tier' FROM "funding_requests" WHERE "funding_requests"."id" = "loans"."funding_request_id" AND "funding_requests"."decided_by" IS NOT NULL;
