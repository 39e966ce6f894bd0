CREATE TABLE "announced_versions" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"number" integer NOT NULL,
	"commit" text NOT NULL,
	"name" text,
	"repo_url" text NOT NULL,
	"repo_path" text NOT NULL,
	"targets" jsonb NOT NULL,
	"url" text,
	"built_at" timestamp (3) with time zone,
	"source_commit" text,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	CONSTRAINT "announced_versions_tenant_application_id_number_pk" PRIMARY KEY("tenant","application_id","number"),
	CONSTRAINT "announced_versions_number" CHECK ("announced_versions"."number" > 0)
);
--> statement-breakpoint
ALTER TABLE "announced_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announced_versions" ADD CONSTRAINT "announced_versions_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "announced_versions_name" ON "announced_versions" USING btree ("tenant","application_id","name") WHERE "announced_versions"."name" is not null;--> statement-breakpoint
CREATE INDEX "announced_versions_commit" ON "announced_versions" USING btree ("tenant","commit","application_id");--> statement-breakpoint
CREATE INDEX "announced_versions_source" ON "announced_versions" USING btree ("tenant","source_commit","application_id") WHERE "announced_versions"."source_commit" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "announced_versions" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
-- What was announced is added to, and never rewritten.
GRANT SELECT, INSERT ON announced_versions TO berth_app;
