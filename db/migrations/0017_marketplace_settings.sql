ALTER TABLE "marketplaces" ADD COLUMN "logo" text;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "primary_colour" text;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "mail_recipients" jsonb DEFAULT '{"webhook":[],"goLive":[]}'::jsonb NOT NULL;