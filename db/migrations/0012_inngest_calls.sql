CREATE TABLE "inngest_calls" (
	"verdict" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
