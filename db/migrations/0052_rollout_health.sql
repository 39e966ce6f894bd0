CREATE TABLE "rollout_checks" (
	"tenant" integer NOT NULL,
	"rollout" integer NOT NULL,
	"seq" integer NOT NULL,
	"wave" integer NOT NULL,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"url" text,
	"detail" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	CONSTRAINT "rollout_checks_tenant_rollout_seq_pk" PRIMARY KEY("tenant","rollout","seq")
);
--> statement-breakpoint
ALTER TABLE "rollout_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "rollout_waves" ADD COLUMN "ok" "bytea";--> statement-breakpoint
ALTER TABLE "rollout_waves" ADD COLUMN "quorum_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "rollout_waves" ADD COLUMN "health" jsonb;--> statement-breakpoint
ALTER TABLE "rollout_checks" ADD CONSTRAINT "rollout_checks_tenant_rollout_rollouts_tenant_id_fk" FOREIGN KEY ("tenant","rollout") REFERENCES "public"."rollouts"("tenant","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rollout_checks_newest" ON "rollout_checks" USING btree ("tenant","rollout","wave","name","seq");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "rollout_checks" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));
--> statement-breakpoint
GRANT UPDATE (ok, quorum_at, health) ON rollout_waves TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON rollout_checks TO berth_app;
