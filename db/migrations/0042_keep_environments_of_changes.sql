ALTER TABLE "changes" ADD COLUMN "environments" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE changes c SET environments = moved.environments
FROM (
	SELECT o.tenant, o.change, array_agg(DISTINCT k.body->>'environment') AS environments
	FROM change_objects o
	JOIN revisions k ON k.tenant = o.tenant AND k.kind = 'cluster' AND k.object = o.object
		AND k.began <= o.change AND (k.ended IS NULL OR k.ended >= o.change)
	WHERE o.kind = 'cluster' AND o.added + o.removed + o.changed > 0 AND k.body->>'environment' IS NOT NULL
	GROUP BY o.tenant, o.change
) moved
WHERE c.tenant = moved.tenant AND c.id = moved.change;
