ALTER TABLE "team_requests" ADD COLUMN "asking_team" integer;--> statement-breakpoint
CREATE INDEX "team_requests_team" ON "team_requests" USING btree ("tenant","asking_team","created_at");--> statement-breakpoint
UPDATE team_requests t SET asking_team = (
	SELECT r.object FROM revisions r
	JOIN changes c ON c.tenant = r.tenant AND c.id = r.began
	WHERE r.tenant = t.tenant AND r.kind = 'team' AND r.name = t.body->>'name' AND c.at <= t.created_at
	ORDER BY r.began DESC LIMIT 1
)
WHERE t.asks_for <> 'team';
