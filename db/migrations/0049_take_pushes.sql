CREATE TABLE "hooks" (
	"tenant" integer NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"team" integer NOT NULL,
	"host" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"last_delivery_at" timestamp (3) with time zone,
	CONSTRAINT "hooks_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "hooks_id_unique" UNIQUE("id"),
	CONSTRAINT "hooks_host" CHECK ("hooks"."host" in ('github', 'gitlab', 'azure-devops', 'gitea'))
);
--> statement-breakpoint
ALTER TABLE "hooks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tokens" DROP CONSTRAINT "tokens_role";--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hooks_team" ON "hooks" USING btree ("tenant","team");--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_announcer" CHECK ("tokens"."role" <> 'announcer' or ("tokens"."team" is not null and "tokens"."cluster" is null));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_role" CHECK ("tokens"."role" in ('admin', 'contributor', 'reader', 'announcer'));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "hooks" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (last_delivery_at) ON hooks TO berth_app;
--> statement-breakpoint
-- Asked before a tenant is known: see 0001_access.sql. It doesn't say by which secret.
CREATE FUNCTION find_hook(hook uuid)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, id uuid, name text, team text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  -- The hook of a team that is no more is none.
  SELECT h.tenant, n.name, n.installation, n.access_version, h.id, h.name, t.name
  FROM hooks h
  JOIN tenants n ON n.tenant = h.tenant
  JOIN revisions t
    ON t.tenant = h.tenant AND t.kind = 'team' AND t.object = h.team AND t.ended IS NULL
  WHERE h.id = hook
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_hook(uuid) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_hook(uuid) TO berth_app;
