CREATE TABLE "asked_approvals" (
	"tenant" integer NOT NULL,
	"rollout" integer NOT NULL,
	"group" text NOT NULL,
	"wave" integer NOT NULL,
	"clusters" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"unasked" text[] NOT NULL,
	CONSTRAINT "asked_approvals_tenant_rollout_group_pk" PRIMARY KEY("tenant","rollout","group")
);
--> statement-breakpoint
ALTER TABLE "asked_approvals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "asked_approvals" ADD CONSTRAINT "asked_approvals_tenant_rollout_rollouts_tenant_id_fk" FOREIGN KEY ("tenant","rollout") REFERENCES "public"."rollouts"("tenant","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asked_approvals_group" ON "asked_approvals" USING btree ("tenant","group");--> statement-breakpoint
CREATE INDEX "labels_environments" ON "labels" USING btree ("tenant","value","began","ended") WHERE "labels"."kind" = 'cluster' and "labels"."key" = 'environment';--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "asked_approvals" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON asked_approvals TO berth_app;
--> statement-breakpoint
-- Each says at its next step whom it asks.
UPDATE rollouts SET due_at = clock_timestamp() WHERE state = 'running';
