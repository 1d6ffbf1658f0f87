CREATE TABLE "identity_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"kyc_id" text NOT NULL,
	"register" text NOT NULL,
	"identity_digest" text,
	"claim_digest" text NOT NULL,
	"evidence" jsonb,
	"asked_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "identity_checks_about" UNIQUE NULLS NOT DISTINCT("kyc_id","register","identity_digest")
);
--> statement-breakpoint
CREATE TABLE "identity_consents" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"kyc_id" text NOT NULL,
	"identity_digest" text NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"stated_by" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_consents_kyc_id_identity_digest_purpose_text_version_pk" PRIMARY KEY("kyc_id","identity_digest","purpose","text_version")
);
--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_kyc_id_kyc_records_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_of_director" FOREIGN KEY ("kyc_id","identity_digest") REFERENCES "public"."directors"("kyc_id","identity_digest") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_consents" ADD CONSTRAINT "identity_consents_kyc_id_kyc_records_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_checks_due" ON "identity_checks" USING btree ("due_at") WHERE due_at is not null;