CREATE TABLE "instruction_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"rail_id" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"total" bigint NOT NULL,
	"orders" integer NOT NULL,
	"content_encrypted" text NOT NULL,
	"sha256" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"released_by" text,
	"released_at" timestamp (3) with time zone,
	"released_for" date,
	"downloads" integer DEFAULT 0 NOT NULL,
	"downloaded_at" timestamp (3) with time zone,
	"recalled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "instruction_lines" (
	"batch_id" text NOT NULL,
	"position" integer NOT NULL,
	"payout_id" text,
	"payment_id" text,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"recalled_at" timestamp (3) with time zone,
	CONSTRAINT "instruction_lines_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "instruction_lines_order" CHECK (num_nonnulls(payout_id, payment_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "rails" ALTER COLUMN "secret_key_encrypted" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rails" ALTER COLUMN "key_end" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_accounts" ALTER COLUMN "account_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_accounts" ALTER COLUMN "verified_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rails" ADD COLUMN "day_limit" bigint;--> statement-breakpoint
ALTER TABLE "rails" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "instruction_batches" ADD CONSTRAINT "instruction_batches_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_batches" ADD CONSTRAINT "instruction_batches_rail_id_rails_id_fk" FOREIGN KEY ("rail_id") REFERENCES "public"."rails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_lines" ADD CONSTRAINT "instruction_lines_batch_id_instruction_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."instruction_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_lines" ADD CONSTRAINT "instruction_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_lines" ADD CONSTRAINT "instruction_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_batches_number" ON "instruction_batches" USING btree ("lender_id","number");--> statement-breakpoint
CREATE INDEX "instruction_batches_day" ON "instruction_batches" USING btree ("lender_id","released_for") WHERE released_for is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_lines_payout" ON "instruction_lines" USING btree ("payout_id") WHERE recalled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_lines_payment" ON "instruction_lines" USING btree ("payment_id") WHERE recalled_at is null;