CREATE TABLE "saved_views" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"owner" text,
	"team" integer,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "saved_views_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "saved_views_owner" CHECK (num_nonnulls("saved_views"."owner", "saved_views"."team") = 1)
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("tenant",coalesce("owner", "team"::text),"list","name");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_default" ON "saved_views" USING btree ("tenant",coalesce("owner", "team"::text),"list") WHERE "saved_views"."is_default";--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "saved_views" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (name, query, is_default) ON saved_views TO berth_app;
