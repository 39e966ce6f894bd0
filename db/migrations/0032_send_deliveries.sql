CREATE TABLE "receivers" (
	"tenant" integer NOT NULL,
	"subscription" integer NOT NULL,
	"failures" integer NOT NULL,
	"rests_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receivers_tenant_subscription_pk" PRIMARY KEY("tenant","subscription")
);
--> statement-breakpoint
ALTER TABLE "receivers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "receivers" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that it has something to send.
CREATE FUNCTION tenants_with_deliveries() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT d.tenant FROM deliveries d WHERE d.settled_at IS NULL AND d.due_at <= now()
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_deliveries() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_deliveries() TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (failures, rests_until) ON receivers TO berth_app;
