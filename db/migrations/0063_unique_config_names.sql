DROP INDEX "revisions_name";--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_name" ON "revisions" USING btree ("tenant","kind","name") WHERE "revisions"."ended" is null and ("revisions"."team" is null
          or "revisions"."kind" in ('target-policy', 'alert-rule', 'subscription', 'saved-report', 'freeze', 'config', 'config-schema'));