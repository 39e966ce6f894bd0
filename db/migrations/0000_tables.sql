CREATE TABLE "branches" (
	"tenant" integer NOT NULL,
	"name" text NOT NULL,
	"tip" text,
	"published_change" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"error_at" timestamp (3) with time zone,
	CONSTRAINT "branches_tenant_name_pk" PRIMARY KEY("tenant","name")
);
--> statement-breakpoint
ALTER TABLE "branches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cluster_branches" (
	"tenant" integer NOT NULL,
	"cluster" integer NOT NULL,
	"branch" text NOT NULL,
	"began" bigint NOT NULL,
	"ended" bigint,
	"vacated" bigint,
	CONSTRAINT "cluster_branches_tenant_cluster_began_pk" PRIMARY KEY("tenant","cluster","began"),
	CONSTRAINT "cluster_branches_interval" CHECK ("cluster_branches"."ended" > "cluster_branches"."began")
);
--> statement-breakpoint
ALTER TABLE "cluster_branches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "changes" (
	"tenant" integer NOT NULL,
	"id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_email" text,
	"action" text NOT NULL,
	"reason" text,
	"removed" integer NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"confirmed" boolean NOT NULL,
	"placements_total" bigint NOT NULL,
	"impact" jsonb NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "changes_tenant_id_pk" PRIMARY KEY("tenant","id")
);
--> statement-breakpoint
ALTER TABLE "changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"tenant" integer NOT NULL,
	"principal" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_tenant_principal_route_key_pk" PRIMARY KEY("tenant","principal","route","key")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "labels" (
	"tenant" integer NOT NULL,
	"kind" text NOT NULL,
	"object" integer NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"began" bigint NOT NULL,
	"ended" bigint,
	CONSTRAINT "labels_tenant_kind_object_key_began_pk" PRIMARY KEY("tenant","kind","object","key","began"),
	CONSTRAINT "labels_kind" CHECK ("labels"."kind" in ('cluster', 'application')),
	CONSTRAINT "labels_interval" CHECK ("labels"."ended" > "labels"."began")
);
--> statement-breakpoint
ALTER TABLE "labels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "placements" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"cluster_id" integer NOT NULL,
	"began" bigint NOT NULL,
	CONSTRAINT "placements_tenant_application_id_cluster_id_pk" PRIMARY KEY("tenant","application_id","cluster_id")
);
--> statement-breakpoint
ALTER TABLE "placements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "placements_past" (
	"tenant" integer NOT NULL,
	"application_id" integer NOT NULL,
	"cluster_id" integer NOT NULL,
	"began" bigint NOT NULL,
	"ended" bigint NOT NULL,
	CONSTRAINT "placements_past_tenant_application_id_cluster_id_began_pk" PRIMARY KEY("tenant","application_id","cluster_id","began"),
	CONSTRAINT "placements_past_interval" CHECK ("placements_past"."ended" > "placements_past"."began")
);
--> statement-breakpoint
ALTER TABLE "placements_past" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "publications" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"change" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"commit" text,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "publications_tenant_branch_change_pk" PRIMARY KEY("tenant","branch","change"),
	CONSTRAINT "publications_state" CHECK ("publications"."state" in ('pending', 'published', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "publications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "revisions" (
	"tenant" integer NOT NULL,
	"kind" text NOT NULL,
	"object" integer NOT NULL,
	"team" text,
	"name" text NOT NULL,
	"began" bigint NOT NULL,
	"ended" bigint,
	"body" jsonb NOT NULL,
	CONSTRAINT "revisions_tenant_kind_object_began_pk" PRIMARY KEY("tenant","kind","object","began"),
	CONSTRAINT "revisions_kind" CHECK ("revisions"."kind" in ('team', 'cluster', 'application', 'target-policy')),
	CONSTRAINT "revisions_application_team" CHECK ("revisions"."kind" <> 'application' or "revisions"."team" is not null),
	CONSTRAINT "revisions_interval" CHECK ("revisions"."ended" > "revisions"."began")
);
--> statement-breakpoint
ALTER TABLE "revisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenants" (
	"tenant" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tenants_tenant_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"installation" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_change" bigint DEFAULT 0 NOT NULL,
	"placements_total" bigint DEFAULT 0 NOT NULL,
	"branch_pattern" text,
	"last_team" integer DEFAULT 0 NOT NULL,
	"last_cluster" integer DEFAULT 0 NOT NULL,
	"last_application" integer DEFAULT 0 NOT NULL,
	"last_policy" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tenants_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "tenants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tokens" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"team" integer,
	"cluster" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "tokens_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "tokens_hash_unique" UNIQUE("hash"),
	CONSTRAINT "tokens_role" CHECK ("tokens"."role" in ('admin', 'contributor', 'reader'))
);
--> statement-breakpoint
ALTER TABLE "tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "branches" ADD CONSTRAINT "branches_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_tenant_change_changes_tenant_id_fk" FOREIGN KEY ("tenant","change") REFERENCES "public"."changes"("tenant","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cluster_branches_left" ON "cluster_branches" USING btree ("tenant","branch","ended") WHERE "cluster_branches"."ended" is not null;--> statement-breakpoint
CREATE INDEX "cluster_branches_vacated" ON "cluster_branches" USING btree ("tenant","branch","vacated") WHERE "cluster_branches"."ended" is not null;--> statement-breakpoint
CREATE INDEX "changes_actor" ON "changes" USING btree ("tenant","actor_id","at");--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING btree ("tenant","at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("tenant","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "labels_current" ON "labels" USING btree ("tenant","kind","object","key") WHERE "labels"."ended" is null;--> statement-breakpoint
CREATE INDEX "labels_lookup" ON "labels" USING btree ("tenant","kind","key","value","object") WHERE "labels"."ended" is null;--> statement-breakpoint
CREATE INDEX "placements_cluster" ON "placements" USING btree ("tenant","cluster_id","application_id");--> statement-breakpoint
CREATE INDEX "placements_began" ON "placements" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "placements_past_cluster" ON "placements_past" USING btree ("tenant","cluster_id","began");--> statement-breakpoint
CREATE INDEX "placements_past_began" ON "placements_past" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "placements_past_ended" ON "placements_past" USING btree ("tenant","ended");--> statement-breakpoint
CREATE INDEX "publications_change" ON "publications" USING btree ("tenant","change");--> statement-breakpoint
CREATE INDEX "publications_pending" ON "publications" USING btree ("tenant","branch","change") WHERE "publications"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_application_name" ON "revisions" USING btree ("tenant","team","name") WHERE "revisions"."ended" is null and "revisions"."kind" = 'application';--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_name" ON "revisions" USING btree ("tenant","kind","name") WHERE "revisions"."ended" is null and "revisions"."kind" <> 'application';--> statement-breakpoint
CREATE INDEX "revisions_list" ON "revisions" USING btree ("tenant","kind","name") WHERE "revisions"."ended" is null;--> statement-breakpoint
CREATE INDEX "revisions_began" ON "revisions" USING btree ("tenant","began");--> statement-breakpoint
CREATE INDEX "revisions_ended" ON "revisions" USING btree ("tenant","ended");--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "branches" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "cluster_branches" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "changes" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "labels" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "placements" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "placements_past" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "publications" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "revisions" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "tenants" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "tokens" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));