ALTER TABLE "releases" ADD COLUMN "hold" jsonb;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "hold_cluster" integer;--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "hold_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "releases_holds" ON "releases" USING btree ("tenant","hold_cluster","application_id") WHERE "releases"."hold" is not null and "releases"."ended" is null;--> statement-breakpoint
CREATE INDEX "releases_holds_due" ON "releases" USING btree ("hold_due_at","tenant") WHERE "releases"."hold" is not null and "releases"."ended" is null;--> statement-breakpoint
GRANT UPDATE (hold_due_at) ON releases TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It says of a tenant no more than that a hold may be over there.
CREATE FUNCTION tenants_with_due_holds() RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT DISTINCT r.tenant FROM releases r
  JOIN tenants t ON t.tenant = r.tenant
  WHERE r.hold IS NOT NULL AND r.ended IS NULL AND r.hold_due_at <= statement_timestamp() AND t.git_stop IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_due_holds() FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_due_holds() TO berth_app;
