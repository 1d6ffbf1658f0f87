CREATE TABLE "batches" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"batch_id" text NOT NULL,
	"merchant_id" text,
	"fingerprint" text NOT NULL,
	"status" text NOT NULL,
	"deferred" boolean NOT NULL,
	"total_received" integer NOT NULL,
	"payload_encrypted" text,
	"answer" text,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "batches_batch" UNIQUE("marketplace_id","environment","batch_id")
);
--> statement-breakpoint
CREATE TABLE "account_flag_events" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"event_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"flag" text NOT NULL,
	"severity" text,
	"reason" text,
	CONSTRAINT "account_flag_events_event" UNIQUE("marketplace_id","environment","event_id")
);
--> statement-breakpoint
CREATE TABLE "repayment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"event_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"loan_id" text NOT NULL,
	"type" text NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "repayment_events_event" UNIQUE("marketplace_id","environment","event_id")
);
--> statement-breakpoint
CREATE TABLE "sales_events" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"event_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"order_id" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "sales_events_event" UNIQUE("marketplace_id","environment","event_id")
);
--> statement-breakpoint
CREATE TABLE "oauth_access_tokens" (
	"digest" text PRIMARY KEY NOT NULL,
	"grant_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"secret_digest" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_clients_tenant" UNIQUE("marketplace_id","environment")
);
--> statement-breakpoint
CREATE TABLE "oauth_codes" (
	"digest" text PRIMARY KEY NOT NULL,
	"grant_id" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_challenge" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"client_id" text NOT NULL,
	"merchant_id" text,
	"user_id" text,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_refresh_tokens" (
	"digest" text PRIMARY KEY NOT NULL,
	"grant_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email" UNIQUE("kind","email")
);
--> statement-breakpoint
DROP INDEX "scores_latest";--> statement-breakpoint
ALTER TABLE "merchants" ALTER COLUMN "third_party_customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "announced_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "merchants" SET "announced_at" = "created_at";--> statement-breakpoint
ALTER TABLE "scores" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "scores" SET "submitted_at" = "submissions"."submitted_at" FROM "submissions" WHERE "submissions"."id" = "scores"."submission_id";--> statement-breakpoint
ALTER TABLE "scores" ALTER COLUMN "submitted_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "scores" ADD COLUMN "flags" jsonb;--> statement-breakpoint
ALTER TABLE "account_flag_events" ADD CONSTRAINT "account_flag_events_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD CONSTRAINT "repayment_events_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD CONSTRAINT "repayment_events_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_events" ADD CONSTRAINT "sales_events_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_access_tokens" ADD CONSTRAINT "oauth_access_tokens_grant_id_oauth_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."oauth_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_grant_id_oauth_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."oauth_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_refresh_tokens" ADD CONSTRAINT "oauth_refresh_tokens_grant_id_oauth_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."oauth_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batches_due" ON "batches" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "account_flag_events_merchant" ON "account_flag_events" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "repayment_events_loan" ON "repayment_events" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "repayment_events_newest" ON "repayment_events" USING btree ("marketplace_id","environment","received_at");--> statement-breakpoint
CREATE INDEX "repayment_events_merchant" ON "repayment_events" USING btree ("merchant_id","received_at");--> statement-breakpoint
CREATE INDEX "sales_events_merchant" ON "sales_events" USING btree ("merchant_id","occurred_at");--> statement-breakpoint
CREATE INDEX "oauth_access_tokens_grant" ON "oauth_access_tokens" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_access_tokens_age" ON "oauth_access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_codes_grant" ON "oauth_codes" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_age" ON "oauth_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_merchant" ON "oauth_grants" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "oauth_refresh_tokens_grant" ON "oauth_refresh_tokens" USING btree ("grant_id");--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "merchants_user" ON "merchants" USING btree ("marketplace_id","environment","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "submissions_newest" ON "submissions" USING btree ("marketplace_id","environment","submitted_at");--> statement-breakpoint
CREATE INDEX "submissions_failed" ON "submissions" USING btree ("marketplace_id","environment") WHERE status = 'FAILED';--> statement-breakpoint
CREATE INDEX "scores_latest" ON "scores" USING btree ("merchant_id","submitted_at","submission_id");--> statement-breakpoint
ALTER TABLE "submissions" SET (toast_tuple_target = 4096);--> statement-breakpoint
ALTER TABLE "scores" SET (toast_tuple_target = 4096);
