import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { PULL_REQUEST_STATES } from '#lib/domain/git/pull-request.ts'
import { branches } from './branch.ts'
import { tenantColumn, tenantWall } from './tenant-wall.ts'

const instant = () => timestamp({ withTimezone: true, precision: 3 })

/** The pull request of a branch, as the Git host last told; a branch has one at a time. */
export const pullRequests = pgTable(
  'pull_requests',
  {
    tenant: tenantColumn(),
    branch: text().notNull(),
    /** As the Git host counts them. */
    number: integer().notNull(),
    url: text().notNull(),
    title: text().notNull(),
    state: text({ enum: PULL_REQUEST_STATES }).notNull(),
    openedAt: instant().notNull(),
    /** The commit that its title and body tell of; null: they have to be written again. */
    head: text(),
    /** Who closed it unmerged, as far as the host says. */
    closedBy: text(),
    /** When the branch is to be looked at again: in Git, and at times at the host. */
    dueAt: instant().notNull(),
    /** The newest change when the branch was last looked at: a later one has it looked at again at once. */
    seenChange: bigint({ mode: 'number' }).notNull(),
    /** When the host last answered; null: it has to be asked. */
    askedAt: instant(),
    /** Since when, or from when on, the branch is to be looked at because the host told of it; null: it never did. */
    toldAt: instant(),
    /** Since when somebody wants it to be open again; null: nobody does. */
    reopenAskedAt: instant(),
    error: text(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.branch] }),
    foreignKey({
      columns: [table.tenant, table.branch],
      foreignColumns: [branches.tenant, branches.name],
    }),
    index('pull_requests_due').on(table.dueAt, table.tenant),
  ],
)

/** The commits that were proposed for a branch and aren’t known to be merged: what was merged is found by what they hold. */
export const proposedHeads = pgTable(
  'proposed_heads',
  {
    tenant: tenantColumn(),
    branch: text().notNull(),
    commit: text().notNull(),
    /** On which commit of the branch it was made. */
    base: text().notNull(),
    /** What of its tree Berth owns: see lib/domain/git/pull-request.ts. */
    owned: text().notNull(),
    /** Everything up to this change is in it. */
    upTo: bigint({ mode: 'number' }).notNull(),
    proposedAt: instant().notNull(),
  },
  (table) => [
    tenantWall(),
    primaryKey({ columns: [table.tenant, table.branch, table.commit] }),
    foreignKey({
      columns: [table.tenant, table.branch],
      foreignColumns: [branches.tenant, branches.name],
    }),
  ],
)
