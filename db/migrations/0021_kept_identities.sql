CREATE TABLE "kept_identities" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"kyc_id" text NOT NULL,
	"identity_digest" text NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_identities_kyc_id_identity_digest_pk" PRIMARY KEY("kyc_id","identity_digest")
);
--> statement-breakpoint
ALTER TABLE "kept_identities" ADD CONSTRAINT "kept_identities_kyc_id_kyc_records_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_identities_digest" ON "kept_identities" USING btree ("identity_digest");