CREATE TABLE "object_secrets" (
	"tenant" integer NOT NULL,
	"kind" text NOT NULL,
	"object" integer NOT NULL,
	"field" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "object_secrets_tenant_kind_object_field_pk" PRIMARY KEY("tenant","kind","object","field")
);
--> statement-breakpoint
ALTER TABLE "object_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "object_secrets" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (sealed) ON object_secrets TO berth_app;
