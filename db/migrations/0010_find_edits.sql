DROP INDEX "revisions_began";--> statement-breakpoint
DROP INDEX "revisions_ended";--> statement-breakpoint
CREATE INDEX "revisions_began" ON "revisions" USING btree ("tenant","began","kind");--> statement-breakpoint
CREATE INDEX "revisions_ended" ON "revisions" USING btree ("tenant","ended","kind");--> statement-breakpoint
-- How many objects a change edited, for those of versions that kept no number: a list would count them each time it is read.
UPDATE changes c SET impact = c.impact || jsonb_build_object('objects', edited.objects)
FROM (
  SELECT tenant, change, count(*) AS objects FROM (
    SELECT tenant, began AS change, kind, object FROM revisions
    UNION
    SELECT tenant, ended, kind, object FROM revisions WHERE ended IS NOT NULL
  ) touched
  GROUP BY tenant, change
) edited
WHERE edited.tenant = c.tenant AND edited.change = c.id AND NOT c.impact ? 'objects';
