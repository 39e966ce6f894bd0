CREATE TABLE "upgrade_clusters" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"layout" integer NOT NULL,
	"cluster" text NOT NULL,
	CONSTRAINT "upgrade_clusters_tenant_layout_cluster_branch_pk" PRIMARY KEY("tenant","layout","cluster","branch")
);
--> statement-breakpoint
ALTER TABLE "upgrade_clusters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upgrade_files" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"layout" integer NOT NULL,
	"position" integer NOT NULL,
	"effect" text NOT NULL,
	"place" text NOT NULL,
	"files" integer NOT NULL,
	"examples" text[] NOT NULL,
	"digest" text NOT NULL,
	"patch" text,
	CONSTRAINT "upgrade_files_tenant_layout_branch_position_pk" PRIMARY KEY("tenant","layout","branch","position"),
	CONSTRAINT "upgrade_files_effect" CHECK ("upgrade_files"."effect" in ('added', 'removed', 'modified'))
);
--> statement-breakpoint
ALTER TABLE "upgrade_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upgrade_plans" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"layout" integer NOT NULL,
	"tip" text NOT NULL,
	"published_change" bigint NOT NULL,
	"tree_before" text NOT NULL,
	"tree_after" text NOT NULL,
	"added" integer NOT NULL,
	"removed" integer NOT NULL,
	"modified" integer NOT NULL,
	"change" bigint,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upgrade_plans_tenant_branch_layout_pk" PRIMARY KEY("tenant","branch","layout")
);
--> statement-breakpoint
ALTER TABLE "upgrade_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "layout" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "upgrade_clusters" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "upgrade_files" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "upgrade_plans" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));
--> statement-breakpoint
GRANT UPDATE (layout) ON branches TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (change), DELETE ON upgrade_plans TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON upgrade_files, upgrade_clusters TO berth_app;
--> statement-breakpoint
DROP FUNCTION tenants_with_work();
--> statement-breakpoint
-- As in 0005_tenants_with_work.sql, and for branches of an older layout, for which it may have to be worked out what the
-- upgrade does to them.
CREATE FUNCTION tenants_with_work(written_layout integer) RETURNS TABLE (tenant integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT p.tenant FROM publications p WHERE p.state = 'pending'
  UNION
  SELECT b.tenant FROM branches b WHERE b.error IS NOT NULL
  UNION
  SELECT b.tenant FROM branches b WHERE b.layout < written_layout AND b.tip IS NOT NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tenants_with_work(integer) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION tenants_with_work(integer) TO berth_app;
