CREATE TABLE "deliveries" (
	"tenant" integer NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"subscription" integer NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"dedupe" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_status" integer,
	"last_answer" text,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_tenant_id_pk" PRIMARY KEY("tenant","id"),
	CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('waiting', 'sending', 'delivered', 'failed')),
	CONSTRAINT "deliveries_settled" CHECK (("deliveries"."state" in ('delivered', 'failed')) = ("deliveries"."settled_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_dedupe" ON "deliveries" USING btree ("tenant","subscription","dedupe");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_sending" ON "deliveries" USING btree ("tenant","subscription") WHERE "deliveries"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "deliveries_list" ON "deliveries" USING btree ("tenant","subscription","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_unsettled" ON "deliveries" USING btree ("tenant","subscription","due_at") WHERE "deliveries"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("due_at","tenant") WHERE "deliveries"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "deliveries_settled" ON "deliveries" USING btree ("tenant","settled_at") WHERE "deliveries"."settled_at" is not null;--> statement-breakpoint
CREATE POLICY "tenant_wall" ON "deliveries" AS PERMISSIVE FOR ALL TO public USING (tenant = (select current_setting('berth.tenant')::int));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (state, attempts, due_at, last_status, last_answer, settled_at) ON deliveries TO berth_app;
