// Checks at start-up that row-level security really holds for the role that this process connects as.
import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { outsideTenants } from './client.ts'
import type { Database } from './client.ts'

/**
 * Throws, naming every breach that it finds, unless tenants are walled off from each other: the role must not be able to
 * bypass row-level security, and nothing in the schema may lead around it.
 */
export async function assertTenantWalls(db: Database): Promise<void> {
  const breaches = await outsideTenants(db, async (tx) => {
    const rows: { breach: string }[] = []
    for (const question of [ROLES, TABLES, POLICIES, VIEWS, FUNCTIONS]) {
      rows.push(...(await tx.execute<{ breach: string }>(question)))
    }
    return rows.map((row) => row.breach)
  })
  if (breaches.length > 0) {
    throw new Error(`Tenants are not walled off from each other: ${breaches.join('; ')}`)
  }
}

// Each query answers one sentence for each breach.

/** Owners, superusers and roles with the attribute bypass row-level security, as do roles that may become one of them. */
const ROLES: SQL = sql`
  select format('the role %s %s',
    case when rolname = session_user then rolname
      else session_user || ', as a member of ' || rolname || ',' end,
    fault) as breach
  from pg_roles, lateral (values
    ('is a superuser', rolsuper),
    ('bypasses row-level security', rolbypassrls),
    ('owns tables', exists (
      select from pg_class
      where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace))
  ) as faults (fault, holds)
  where holds
    and case when (select rolsuper from pg_roles where rolname = session_user)
      then rolname = session_user
      else pg_has_role(session_user, pg_roles.oid, 'member') end
  order by 1`

const TABLES: SQL = sql`
  select format('the table %s has no row-level security', relname) as breach
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f')
    and not relrowsecurity
  order by 1`

/** The expression is that of db/schema/tenant-wall.ts, as Postgres prints it. */
const POLICIES: SQL = sql`
  with policies as (
    select tablename, policyname, (
      permissive = 'PERMISSIVE' and cmd = 'ALL' and roles = '{public}' and with_check is null
      and qual = '(tenant = ( SELECT (current_setting(''berth.tenant''::text))::integer AS current_setting))'
    ) as known
    from pg_policies where schemaname = 'public'
  )
  select format('the table %s has the unknown policy %s', tablename, policyname) as breach
  from policies where not known
  union all
  select format('the table %s lacks the tenant policy', relname)
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
    and not exists (select from policies where tablename = relname and known)
  order by 1`

/** A view reads with its owner's rights unless it says otherwise. */
const VIEWS: SQL = sql`
  select format('the view %s reads as its owner (security_invoker is off)', relname) as breach
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'v'
    and not coalesce((
      select option_value::boolean from pg_options_to_table(reloptions)
      where option_name = 'security_invoker'), false)
  order by 1`

/** All except the intended ones: each of these is created in db/migrations, and answers one narrow question. */
const FUNCTIONS: SQL = sql`
  select format('the function %s runs as its owner', proname) as breach
  from pg_proc
  where pronamespace = 'public'::regnamespace and prosecdef
    and has_function_privilege(oid, 'execute')
    and proname not in ('find_token', 'find_session', 'find_registration', 'find_hook', 'tenant_ids', 'tenant_by_name', 'create_tenant',
      'tenants_with_work', 'tenants_with_deliveries', 'tenants_with_alert_rules', 'tenants_with_due_rollouts', 'tenants_with_auto_candidates', 'tenants_with_due_dependents',
      'tenants_with_due_asks', 'make_observed_partitions', 'drop_observed_partitions', 'analyze_grown_tables', 'whole_backlog', 'asks_backlog')
  order by 1`
