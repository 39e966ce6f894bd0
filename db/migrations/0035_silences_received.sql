ALTER TABLE "observed_silences" ADD COLUMN "received_at" timestamp (3) with time zone;--> statement-breakpoint
-- Words come about when they are said; of a cluster that is no more, nobody will.
UPDATE "observed_silences" SET "received_at" = least("to_at", now());--> statement-breakpoint
ALTER TABLE "observed_silences" ALTER COLUMN "received_at" SET NOT NULL;
