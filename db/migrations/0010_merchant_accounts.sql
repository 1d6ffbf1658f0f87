CREATE TABLE "account_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"agent" text NOT NULL,
	"epoch" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"digest" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "authorization_attempts" (
	"digest" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"user_id" text NOT NULL,
	"merchant_id" text,
	"client_id" text NOT NULL,
	"server" jsonb NOT NULL,
	"code_verifier_encrypted" text NOT NULL,
	"device" text,
	"session_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "data_accesses" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"user_id" text NOT NULL,
	"merchant_id" text,
	"state" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"tokens_encrypted" text,
	"token_revision" integer DEFAULT 0 NOT NULL,
	"token_expires_at" timestamp (3) with time zone,
	"exchanging_until" timestamp (3) with time zone,
	"authorized_at" timestamp (3) with time zone NOT NULL,
	"last_tried_at" timestamp (3) with time zone,
	"last_pulled_at" timestamp (3) with time zone,
	"failure" text,
	"failure_detail" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "data_sources" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret_encrypted" text NOT NULL,
	"data_url" text NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "data_sources_marketplace_id_environment_pk" PRIMARY KEY("marketplace_id","environment")
);
--> statement-breakpoint
CREATE TABLE "demo_faults" (
	"seller" text PRIMARY KEY NOT NULL,
	"fault" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_grants" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demo_grants_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"seller" text NOT NULL,
	"scopes" text[] NOT NULL,
	"redirect_uri" text NOT NULL,
	"code_challenge" text NOT NULL,
	"code_digest" text NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"code_used_at" timestamp (3) with time zone,
	"access_digest" text,
	"access_expires_at" timestamp (3) with time zone,
	"refresh_digest" text,
	"former_refresh_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "demo_grants_code_digest_unique" UNIQUE("code_digest"),
	CONSTRAINT "demo_grants_access_digest_unique" UNIQUE("access_digest"),
	CONSTRAINT "demo_grants_refresh_digest_unique" UNIQUE("refresh_digest"),
	CONSTRAINT "demo_grants_former_refresh_digest_unique" UNIQUE("former_refresh_digest")
);
--> statement-breakpoint
CREATE TABLE "lookup_counts" (
	"holder" text NOT NULL,
	"day_start" timestamp (3) with time zone NOT NULL,
	"lookups" integer NOT NULL,
	CONSTRAINT "lookup_counts_holder_day_start_pk" PRIMARY KEY("holder","day_start")
);
--> statement-breakpoint
CREATE TABLE "account_phones" (
	"user_id" text PRIMARY KEY NOT NULL,
	"phone_number" text NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"phone_number" text NOT NULL,
	"asked_from" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "business_info_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "directors_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "operator_role" text;--> statement-breakpoint
ALTER TABLE "account_sessions" ADD CONSTRAINT "account_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_account_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."account_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_attempts" ADD CONSTRAINT "authorization_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authorization_attempts" ADD CONSTRAINT "authorization_attempts_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_accesses" ADD CONSTRAINT "data_accesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_accesses" ADD CONSTRAINT "data_accesses_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_sources" ADD CONSTRAINT "data_sources_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_phones" ADD CONSTRAINT "account_phones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_sessions_user" ON "account_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_sessions_age" ON "account_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "authorization_attempts_age" ON "authorization_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_accesses_merchant" ON "data_accesses" USING btree ("merchant_id") WHERE state in ('ACTIVE', 'REVOKED');--> statement-breakpoint
CREATE INDEX "data_accesses_user" ON "data_accesses" USING btree ("user_id","marketplace_id","environment");--> statement-breakpoint
CREATE INDEX "data_accesses_tenant" ON "data_accesses" USING btree ("marketplace_id","environment","merchant_id");--> statement-breakpoint
CREATE INDEX "data_accesses_due" ON "data_accesses" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "data_accesses_due_in_lane" ON "data_accesses" USING btree ("marketplace_id","environment","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "data_accesses_age" ON "data_accesses" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "demo_grants_seller" ON "demo_grants" USING btree ("seller");--> statement-breakpoint
CREATE INDEX "demo_grants_age" ON "demo_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "lookup_counts_age" ON "lookup_counts" USING btree ("day_start");--> statement-breakpoint
CREATE INDEX "phone_codes_due" ON "phone_codes" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "phone_codes_user" ON "phone_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_number" ON "phone_codes" USING btree ("phone_number","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_asked" ON "phone_codes" USING btree ("asked_from","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_age" ON "phone_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_merchant" ON "mails" USING btree ("merchant_id","id") WHERE merchant_id is not null;--> statement-breakpoint
update users set operator_role = 'ADMIN' where kind = 'operator';
--> statement-breakpoint
update mails set read_at = now() where merchant_id is not null and read_at is null;
