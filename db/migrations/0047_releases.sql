CREATE TABLE "releases" (
	"tenant" integer NOT NULL,
	"id" integer NOT NULL,
	"application_id" integer NOT NULL,
	"environment" text NOT NULL,
	"version" integer,
	"repo_url" text NOT NULL,
	"repo_branch" text NOT NULL,
	"repo_path" text NOT NULL,
	"clusters" "bytea",
	"rollout" integer,
	"began" bigint NOT NULL,
	"ended" bigint,
	CONSTRAINT "releases_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "releases_interval" CHECK ("releases"."ended" > "releases"."began")
);
--> statement-breakpoint
ALTER TABLE "releases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "releases_began" ON "releases" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "releases_ended" ON "releases" USING btree ("tenant","ended");--> statement-breakpoint
CREATE INDEX "releases_application" ON "releases" USING btree ("tenant","application_id","environment","began");--> statement-breakpoint
CREATE INDEX "releases_until" ON "releases" USING btree ("tenant","application_id","environment","ended");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "releases" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended) ON releases TO berth_app;
