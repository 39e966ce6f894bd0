CREATE TABLE "audit_events" (
	"tenant" integer NOT NULL,
	"id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"address" text,
	"request_id" text,
	"token" text,
	"action" text NOT NULL,
	"object" text,
	"result" text NOT NULL,
	"code" text,
	"change" bigint,
	"details" text,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_events_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "audit_events_result" CHECK ("audit_events"."result" in ('accepted', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "audit_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"tenant" integer PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL,
	"last_hash" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "people" (
	"tenant" integer NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"groups" text[] DEFAULT '{}' NOT NULL,
	"roles" text[] DEFAULT '{}' NOT NULL,
	"rights_state" text NOT NULL,
	"rights_message" text,
	"read_at" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"refresh_token" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_in_at" timestamp (3) with time zone,
	CONSTRAINT "people_tenant_subject_pk" PRIMARY KEY("tenant","subject"),
	CONSTRAINT "people_rights_state" CHECK ("people"."rights_state" in ('read', 'unavailable')),
	CONSTRAINT "people_unavailable_rights" CHECK ("people"."rights_state" = 'read' or ("people"."groups" = '{}' and "people"."roles" = '{}'))
);
--> statement-breakpoint
ALTER TABLE "people" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"tenant" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_tenant_hash_pk" PRIMARY KEY("tenant","hash"),
	CONSTRAINT "sessions_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"tenant" integer NOT NULL,
	"principal" text NOT NULL,
	"left" double precision NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rate_limits_tenant_principal_pk" PRIMARY KEY("tenant","principal")
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "repository_settings" (
	"tenant" integer PRIMARY KEY NOT NULL,
	"repo_url" text NOT NULL,
	"pull_url" text,
	"branch_pattern" text NOT NULL,
	"shards" integer NOT NULL,
	"username" text NOT NULL,
	"token" "bytea",
	"ssh_key" "bytea",
	"ssh_known_hosts" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "role_grants" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"value" text NOT NULL,
	"role" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "role_grants_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "role_grants_value" UNIQUE("tenant","source","value"),
	CONSTRAINT "role_grants_source" CHECK ("role_grants"."source" in ('group', 'role')),
	CONSTRAINT "role_grants_role" CHECK ("role_grants"."role" in ('admin', 'contributor', 'reader'))
);
--> statement-breakpoint
ALTER TABLE "role_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "team_requests" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"asker" text NOT NULL,
	"asker_name" text NOT NULL,
	"body" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"decided_by_name" text,
	"decision" text,
	"change" bigint,
	"team" text,
	CONSTRAINT "team_requests_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "team_requests_state" CHECK ("team_requests"."state" in ('open', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "team_requests_approved" CHECK (("team_requests"."state" = 'approved') = ("team_requests"."team" is not null))
);
--> statement-breakpoint
ALTER TABLE "team_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "access_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "person" text;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "revoked_by" text;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_subject_people_tenant_subject_fk" FOREIGN KEY ("tenant","subject") REFERENCES "public"."people"("tenant","subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository_settings" ADD CONSTRAINT "repository_settings_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_grants" ADD CONSTRAINT "role_grants_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_requests" ADD CONSTRAINT "team_requests_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("tenant","at");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("tenant","actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_action" ON "audit_events" USING btree ("tenant","action","id");--> statement-breakpoint
CREATE INDEX "audit_events_change" ON "audit_events" USING btree ("tenant","change") WHERE "audit_events"."change" is not null;--> statement-breakpoint
CREATE INDEX "people_name" ON "people" USING btree ("tenant","name");--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "sessions" USING btree ("tenant","subject");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("tenant","expires_at");--> statement-breakpoint
CREATE INDEX "team_requests_asker" ON "team_requests" USING btree ("tenant","asker","created_at");--> statement-breakpoint
CREATE INDEX "team_requests_state" ON "team_requests" USING btree ("tenant","state","created_at");--> statement-breakpoint
CREATE INDEX "tokens_person" ON "tokens" USING btree ("tenant","person");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "audit_events" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "audit_heads" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "people" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "sessions" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "rate_limits" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "repository_settings" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "role_grants" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "team_requests" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));