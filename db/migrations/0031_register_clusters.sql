CREATE TABLE "registration_secrets" (
	"tenant" integer NOT NULL,
	"token" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"hash" "bytea" NOT NULL,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"made_by" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "registration_secrets_tenant_token_pk" PRIMARY KEY("tenant","token"),
	CONSTRAINT "registration_secrets_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "registration_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "registration_secrets" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (hash, id, last_used_at, made_at, made_by, used) ON registration_secrets TO berth_app;
--> statement-breakpoint
CREATE FUNCTION find_registration(secret_hash bytea)
  RETURNS TABLE (tenant integer, tenant_name text, installation uuid, access_version bigint, id uuid, name text, body jsonb)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  -- The secret of a registration token that is no more is none.
  SELECT s.tenant, n.name, n.installation, n.access_version, s.id, r.name, r.body
  FROM registration_secrets s
  JOIN tenants n ON n.tenant = s.tenant
  JOIN revisions r
    ON r.tenant = s.tenant AND r.kind = 'registration-token' AND r.object = s.token AND r.ended IS NULL
  WHERE s.hash = secret_hash
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION find_registration(bytea) FROM public;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_registration(bytea) TO berth_app;
