ALTER TABLE "labels" DROP CONSTRAINT "labels_kind";--> statement-breakpoint
ALTER TABLE "revisions" DROP CONSTRAINT "revisions_kind";--> statement-breakpoint
DROP INDEX "revisions_application_name";--> statement-breakpoint
DROP INDEX "revisions_name";--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_team_name" ON "revisions" USING btree ("tenant","kind","team","name") WHERE "revisions"."ended" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_name" ON "revisions" USING btree ("tenant","kind","name") WHERE "revisions"."ended" is null and ("revisions"."team" is null or "revisions"."kind" = 'target-policy');--> statement-breakpoint
ALTER TABLE "labels" ADD CONSTRAINT "labels_kind" CHECK ("labels"."kind" ~ '^[a-z]+(-[a-z]+)*$');--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_kind" CHECK ("revisions"."kind" ~ '^[a-z]+(-[a-z]+)*$');