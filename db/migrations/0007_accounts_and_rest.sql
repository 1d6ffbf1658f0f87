CREATE TABLE "account_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"facts" jsonb NOT NULL,
	"asked_from" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "failed_attempts" (
	"holder" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_places" (
	"user_id" text NOT NULL,
	"place" text NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_places_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"query" text NOT NULL,
	"device" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "merchants_user";--> statement-breakpoint
ALTER TABLE "directors" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "directors" ALTER COLUMN "phone_number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "directors" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "directors" ALTER COLUMN "date_of_birth" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "data_key_encrypted" text;--> statement-breakpoint
ALTER TABLE "directors" ADD COLUMN "personal_encrypted" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "disconnected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "disconnected_by" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "disconnect_note" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "session_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_places" ADD CONSTRAINT "sign_in_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_mails_due" ON "account_mails" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "account_mails_age" ON "account_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_mails_recipient" ON "account_mails" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "failed_attempts_age" ON "failed_attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sign_in_places_age" ON "sign_in_places" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_ups_age" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_plain" ON "files" USING btree ("id") WHERE storage_name is not null and data_key_encrypted is null;--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("marketplace_id","environment","merchant_id");--> statement-breakpoint
CREATE INDEX "directors_plain" ON "directors" USING btree ("id") WHERE personal_encrypted is null;--> statement-breakpoint
CREATE UNIQUE INDEX "merchants_user" ON "merchants" USING btree ("user_id","marketplace_id","environment") WHERE user_id is not null;
--> statement-breakpoint
-- Masked numbers show at most half of themselves. Of what was masked before, short ones showed more.
UPDATE "directors"
SET "identity_masked" = lpad(right("identity_masked", length("identity_masked") / 2), length("identity_masked"), '*')
WHERE length("identity_masked") < 8;
