// What members of teams look at first: their applications by environment, and their changes that are still on their way.
import { changeState } from '#lib/domain/git/publication-state.ts'
import { selectorOf } from '#lib/domain/fleet/matrix.ts'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { readImpactSummary } from '#lib/schemas/impact-summary.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { type Change, everyChange, listChangesUseCase } from '../changes/read.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { completeLabelsUseCase } from '../labels/complete.ts'
import { matrixUseCase, type ShownLine } from '../matrix/read.ts'
import { changeComplianceUseCase } from '../observed/compliance.ts'

const TEAMS_SHOWN = 5
const APPLICATIONS_SHOWN = 15
const ENVIRONMENTS_SHOWN = 6
const CHANGES_LOOKED_AT = 10
const CHANGES_DAYS = 14
/** What a change of more moved is looked at on its own page. */
const MOVED_MAX = 2_000

export type TeamCell = { readonly placed: number; readonly states: StateCounts | null }

export type OwnTeam = {
  readonly name: string
  readonly role: TeamRole
  /** Null: clusters without an environment. */
  readonly environments: readonly (string | null)[]
  readonly applications: readonly {
    readonly name: string
    /** By environment. */
    readonly cells: readonly TeamCell[]
  }[]
  readonly total: number
}

export type OpenChange = {
  readonly change: Change
  /** On how many of the placements that it moved it has arrived; null: that is not counted here. */
  readonly arrived: { readonly count: number; readonly of: number } | null
}

export type OwnTeams = {
  readonly teams: readonly OwnTeam[]
  /** How many more teams there are. */
  readonly more: number
  /** The newest first. */
  readonly openChanges: readonly OpenChange[]
}

export const readOwnTeamsUseCase = defineRead<null, OwnTeams>({
  name: 'overview.teams',
  load: () => asked({ kind: 'tenant' }),
  run: async (context) => {
    const roles = [...context.actor.teams].sort(([a], [b]) => compareText(a, b))
    const environments = await environmentsOf(context)
    const teams: OwnTeam[] = []
    for (const [name, role] of roles.slice(0, TEAMS_SHOWN)) {
      teams.push({ name, role, ...(await applicationsOf(context, name, environments)) })
    }
    return {
      teams,
      more: roles.length - teams.length,
      openChanges: await openChangesOf(context),
    }
  },
})

const ENVIRONMENT = 'environment'

async function environmentsOf(context: Context): Promise<readonly string[]> {
  const question = { kind: 'cluster', key: ENVIRONMENT, prefix: '', limit: 100 } as const
  return (await completeLabelsUseCase.within(context, question)).items.map(({ text }) => text)
}

/** Each environment is a closed group, so that a row costs as many counts as there are environments. */
async function applicationsOf(
  context: Context,
  namespace: string,
  environments: readonly string[],
): Promise<Pick<OwnTeam, 'environments' | 'applications' | 'total'>> {
  const closed = [...environments, null].map((value) => selectorOf(ENVIRONMENT, value))
  const { rows, columns, cells } = await matrixUseCase.within(context, {
    at: null,
    namespace,
    rows: {
      selector: null,
      open: [selectorOf('namespace', namespace)],
      closed: [],
      from: 0,
      limit: APPLICATIONS_SHOWN + 1,
    },
    columns: {
      selector: null,
      open: [],
      closed,
      label: ENVIRONMENT,
      from: 0,
      limit: ENVIRONMENTS_SHOWN,
    },
    colour: 'state',
    hasLineCounts: false,
  })
  const groups = columns.lines.map(({ group }) => columns.groups[group]?.key ?? null)
  return {
    environments: groups,
    applications: rows.lines.flatMap(({ name }: ShownLine, row) =>
      name === null
        ? []
        : [{ name, cells: groups.map((_, column) => cellOf(cells[row]?.[column])) }],
    ),
    total: rows.groups.reduce((sum, { members }) => sum + members.length, 0),
  }
}

function cellOf(
  cell: { readonly counts: TeamCell } | { readonly pair: unknown } | null | undefined,
): TeamCell {
  return cell && 'counts' in cell ? cell.counts : { placed: 0, states: {} }
}

/** Of what the actor saved lately. */
async function openChangesOf(context: Context): Promise<readonly OpenChange[]> {
  const { actor, services } = context
  const from = new Date(services.clock().getTime() - CHANGES_DAYS * DAY_MS)
  const { items } = await listChangesUseCase.within(context, {
    at: null,
    filter: { ...everyChange, actor: actor.id, from },
    before: null,
    limit: CHANGES_LOOKED_AT,
  })
  const open: OpenChange[] = []
  for (const change of items) {
    const arrived = await arrivalOf(context, change)
    const state = changeState(change.publications)
    const isOnItsWay = arrived !== null && arrived.count < arrived.of
    if (state === 'pending' || state === 'failed' || isOnItsWay) open.push({ change, arrived })
  }
  return open
}

async function arrivalOf(context: Context, { id, impact }: Change): Promise<OpenChange['arrived']> {
  const summary = readImpactSummary(impact)
  if (summary === null) return null
  const { added, removed, changed } = summary.placements
  const moved = added + removed + changed
  if (moved === 0 || moved > MOVED_MAX) return null
  const by = { by: 'cluster' } as const
  const { total, succeeded } = await changeComplianceUseCase.within(context, {
    id,
    by,
    mayBeWide: false,
  })
  return { count: succeeded, of: total }
}
