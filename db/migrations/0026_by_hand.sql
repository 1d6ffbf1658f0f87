CREATE TABLE "lender_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_number_encrypted" text NOT NULL,
	"account_digest" text NOT NULL,
	"last_four" text NOT NULL,
	"holder" text NOT NULL,
	"collects" boolean NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "lender_accounts" ADD CONSTRAINT "lender_accounts_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_accounts_collecting" ON "lender_accounts" USING btree ("lender_id") WHERE state = 'ACTIVE' and collects;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_accounts_number" ON "lender_accounts" USING btree ("account_digest") WHERE state <> 'PROPOSED';--> statement-breakpoint
CREATE INDEX "lender_accounts_lender" ON "lender_accounts" USING btree ("lender_id","id");