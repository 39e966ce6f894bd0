CREATE TABLE "report_chunks" (
	"tenant" integer NOT NULL,
	"run" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "report_chunks_tenant_run_part_pk" PRIMARY KEY("tenant","run","part")
);
--> statement-breakpoint
ALTER TABLE "report_chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_runs" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"report" integer NOT NULL,
	"team" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asked_by" text,
	"due_at" timestamp (3) with time zone,
	"is_late" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"as_of" timestamp (3) with time zone,
	"format" text,
	"rows" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"note" text,
	CONSTRAINT "report_runs_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "report_runs_state" CHECK ("report_runs"."state" in ('queued', 'running', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "report_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "report_chunks" ADD CONSTRAINT "report_chunks_tenant_run_report_runs_tenant_id_fk" FOREIGN KEY ("tenant","run") REFERENCES "public"."report_runs"("tenant","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_runs_list" ON "report_runs" USING btree ("tenant","report","asked_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_open" ON "report_runs" USING btree ("tenant","report") WHERE "report_runs"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_due" ON "report_runs" USING btree ("tenant","report","due_at");--> statement-breakpoint
CREATE INDEX "report_runs_waiting" ON "report_runs" USING btree ("tenant","asked_at") WHERE "report_runs"."ended_at" is null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "report_chunks" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "report_runs" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON report_chunks TO berth_app;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (team, state, attempts, started_at, ended_at, as_of, format, rows, bytes, stored_bytes, note) ON report_runs TO berth_app;
