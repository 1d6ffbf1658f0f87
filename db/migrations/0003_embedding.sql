CREATE TABLE "mandate_links" (
	"digest" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"payout_account_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "embedding_origins" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"origins" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "embedding_origins_marketplace_id_environment_pk" PRIMARY KEY("marketplace_id","environment")
);
--> statement-breakpoint
CREATE TABLE "demo_webhooks" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "demo_webhooks_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"third_party_customer_id" text,
	"body" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "demo_webhooks_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
DROP INDEX "files_unattached";--> statement-breakpoint
ALTER TABLE "directors" ADD COLUMN "prefilled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "prefilled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "prefilled_business_info" jsonb;--> statement-breakpoint
-- Until now nobody but the marketplace's backend could write it.
UPDATE "kyc_records" SET "prefilled_business_info" = "business_info" WHERE "business_info" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "marketplace_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "mandate_links" ADD CONSTRAINT "mandate_links_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_links" ADD CONSTRAINT "mandate_links_payout_account_id_payout_accounts_id_fk" FOREIGN KEY ("payout_account_id") REFERENCES "public"."payout_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedding_origins" ADD CONSTRAINT "embedding_origins_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandate_links_loan" ON "mandate_links" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "mandate_links_age" ON "mandate_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "demo_webhooks_merchant" ON "demo_webhooks" USING btree ("third_party_customer_id","number");--> statement-breakpoint
CREATE INDEX "demo_webhooks_age" ON "demo_webhooks" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "documents_file_id" ON "documents" USING btree ("file_id");