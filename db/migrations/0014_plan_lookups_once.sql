-- Each request begins with one of these. They look up rows by keys that are unique, for which one plan suits every value:
-- to make one each time, as connections are told to for the statements of a tenant, takes five times as long as the lookup.
ALTER FUNCTION find_token(bytea) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
ALTER FUNCTION find_session(bytea) SET plan_cache_mode = force_generic_plan;
