CREATE TABLE "cluster_scores" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"name" text NOT NULL,
	"value" double precision NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cluster_scores_tenant_cluster_name_pk" PRIMARY KEY("tenant","cluster","name")
);
--> statement-breakpoint
ALTER TABLE "cluster_scores" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "decisions" (
	"tenant" integer NOT NULL,
	"policy_id" integer NOT NULL,
	"application_id" integer NOT NULL,
	"clusters" "bytea" NOT NULL,
	"reasons" jsonb,
	"began" bigint NOT NULL,
	"ended" bigint,
	CONSTRAINT "decisions_tenant_policy_id_application_id_began_pk" PRIMARY KEY("tenant","policy_id","application_id","began"),
	CONSTRAINT "decisions_interval" CHECK ("decisions"."ended" > "decisions"."began")
);
--> statement-breakpoint
ALTER TABLE "decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scheduler_asks" (
	"tenant" integer NOT NULL,
	"policy" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"asked_change" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"waiting" jsonb,
	CONSTRAINT "scheduler_asks_tenant_policy_pk" PRIMARY KEY("tenant","policy")
);
--> statement-breakpoint
ALTER TABLE "scheduler_asks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "cluster_scores_name" ON "cluster_scores" USING btree ("tenant","name","until");--> statement-breakpoint
CREATE INDEX "decisions_began" ON "decisions" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "decisions_ended" ON "decisions" USING btree ("tenant","ended");--> statement-breakpoint
CREATE INDEX "scheduler_asks_due" ON "scheduler_asks" USING btree ("tenant","due_at");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "cluster_scores" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "decisions" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "scheduler_asks" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended) ON decisions TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON cluster_scores, scheduler_asks TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that a scheduler of it is to be asked.
CREATE FUNCTION tenants_with_due_asks() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT s.tenant FROM scheduler_asks s WHERE s.due_at <= clock_timestamp()
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_due_asks() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_due_asks() TO berth_app;
