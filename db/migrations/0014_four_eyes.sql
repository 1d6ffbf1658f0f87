CREATE TABLE "proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text,
	"environment" text,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"input" jsonb NOT NULL,
	"reason" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"digest" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"note" text
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "mandate_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "lender_products" ADD COLUMN "recovers_from_sales" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "recovers_from_sales" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proposals_subject" ON "proposals" USING btree ("subject_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_open" ON "proposals" USING btree ("kind","subject_id") WHERE decision is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_recovery" ON "payments" USING btree ("loan_id","provider_reference") WHERE source = 'RECOVERY';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_debit_has_mandate" CHECK (mandate_id is not null or source = 'RECOVERY');