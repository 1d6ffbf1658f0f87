ALTER TABLE "identity_consents" ADD COLUMN "answers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "identity_consents_digest" ON "identity_consents" USING btree ("identity_digest");