CREATE TABLE "bank_statements" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"account_id" text NOT NULL,
	"format" text NOT NULL,
	"file_digest" text NOT NULL,
	"sequence" text,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"line_count" integer NOT NULL,
	"new_lines" integer NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_formats" (
	"account_id" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"columns" jsonb,
	"rules" jsonb NOT NULL,
	"after" date,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"account_id" text NOT NULL,
	"statement_id" text NOT NULL,
	"digest" text NOT NULL,
	"number" integer NOT NULL,
	"booking_date" date NOT NULL,
	"value_date" date NOT NULL,
	"amount" bigint NOT NULL,
	"reversal" boolean NOT NULL,
	"said_encrypted" text NOT NULL,
	"bank_reference" text,
	"state" text NOT NULL,
	"waits_because" text,
	"loan_id" text,
	"payout_id" text,
	"payment_id" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_debit_has_mandate";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_account_id_lender_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."lender_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_formats" ADD CONSTRAINT "statement_formats_account_id_lender_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."lender_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_account_id_lender_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."lender_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statements_account" ON "bank_statements" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_line" ON "statement_lines" USING btree ("account_id","digest","number");--> statement-breakpoint
CREATE INDEX "statement_lines_state" ON "statement_lines" USING btree ("account_id","state","id");--> statement-breakpoint
CREATE INDEX "statement_lines_payout" ON "statement_lines" USING btree ("payout_id") WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX "statement_lines_payment" ON "statement_lines" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_debit_has_mandate" CHECK (mandate_id is not null or source = 'RECOVERY' or (source = 'DIRECT' and provider_reference is not null));