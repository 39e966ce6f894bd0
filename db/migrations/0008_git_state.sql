CREATE TABLE "branch_comparisons" (
	"tenant" integer NOT NULL,
	"branch" text NOT NULL,
	"tip" text NOT NULL,
	"added" integer NOT NULL,
	"removed" integer NOT NULL,
	"modified" integer NOT NULL,
	"clusters" text[] NOT NULL,
	"clusters_total" integer NOT NULL,
	"accepted" bigint,
	CONSTRAINT "branch_comparisons_tenant_branch_pk" PRIMARY KEY("tenant","branch")
);
--> statement-breakpoint
ALTER TABLE "branch_comparisons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "generation" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "git_stop" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "git_stop_reason" text;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "git_stop_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "git_highest" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "git_compared_change" bigint;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "git_compared_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "store_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "store_fault" text;--> statement-breakpoint
ALTER TABLE "branch_comparisons" ADD CONSTRAINT "branch_comparisons_tenant_tenants_tenant_fk" FOREIGN KEY ("tenant") REFERENCES "public"."tenants"("tenant") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_git_stop" CHECK ("tenants"."git_stop" in ('database_behind_git', 'repository_taken_over'));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "branch_comparisons" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT UPDATE (generation, git_stop, git_stop_reason, git_stop_at, git_highest, git_compared_change, git_compared_at,
  store_checked_at, store_fault) ON tenants TO berth_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (accepted), DELETE ON branch_comparisons TO berth_app;
