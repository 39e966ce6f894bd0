ALTER TABLE "tenants" ADD COLUMN "outgoing_hosts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_outgoing_hosts" CHECK (cardinality("tenants"."outgoing_hosts") <= 100);--> statement-breakpoint
GRANT UPDATE (outgoing_hosts) ON tenants TO berth_app;
