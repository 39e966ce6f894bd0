// What members of teams look at first: their applications by environment, and their rollouts and changes that are still on their
// way.
import { listOpenRolloutsOf, type OpenRollout } from '#db/queries/troubled-rollouts.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { chainComparison } from '#lib/domain/fleet/environments.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { axisOf, type MatrixAxis } from '#lib/domain/fleet/matrix.ts'
import { idsOfTeam } from '#lib/domain/fleet/shelf.ts'
import { changeState } from '#lib/domain/git/publication-state.ts'
import type { TeamRole } from '#lib/domain/objects/objects.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { readImpactSummary } from '#lib/schemas/impact-summary.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { type Change, everyChange, listChangesUseCase } from '../changes/read.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { type CountedCell, counterAmong } from '../matrix/counts.ts'
import { fleetThen } from '../matrix/fleet-then.ts'
import { complianceOfChange } from '../observed/compliance.ts'

const TEAMS_SHOWN = 5
const APPLICATIONS_SHOWN = 15
const ENVIRONMENTS_SHOWN = 6
const CHANGES_LOOKED_AT = 10
const CHANGES_DAYS = 14
const ROLLOUTS_SHOWN = 10
/** What a change of more moved is looked at on its own page. */
const MOVED_MAX = 2_000

export type OwnTeam = {
  readonly name: string
  readonly role: TeamRole
  /** Null: clusters without an environment. */
  readonly environments: readonly (string | null)[]
  readonly applications: readonly {
    readonly name: string
    /** By environment. */
    readonly cells: readonly CountedCell[]
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
  /** What the visitor started and isn't over, the newest first. */
  readonly openRollouts: readonly OpenRollout[]
  /** The newest first. */
  readonly openChanges: readonly OpenChange[]
}

export const readOwnTeamsUseCase = defineRead<null, OwnTeams>({
  name: 'overview.teams',
  load: () => asked({ kind: 'tenant' }),
  run: async (context) => {
    const roles = [...context.actor.teams].sort(([a], [b]) => compareText(a, b))
    const teams = await ownTeams(context, roles.slice(0, TEAMS_SHOWN))
    return {
      teams,
      more: roles.length - teams.length,
      openRollouts: await openRolloutsOf(context),
      openChanges: await openChangesOf(context),
    }
  },
})

/** What all of them have in all environments is counted by one question. */
async function ownTeams(
  context: Context,
  roles: readonly (readonly [name: string, role: TeamRole])[],
): Promise<OwnTeam[]> {
  const then = await fleetThen(context, { at: null, namespace: null })
  const { applications } = then.fleet
  const environments = environmentsOf(then.fleet).slice(0, ENVIRONMENTS_SHOWN)
  const columns = environments.map(({ members }) => members)
  const teams = roles.map(([name, role]) => ({ name, role, ids: idsOfTeam(applications, name) }))
  const shown = teams.flatMap(({ ids }) => ids.slice(0, APPLICATIONS_SHOWN))
  const countBetween = await counterAmong(then, columns.flat())
  const cells = await countBetween({ rows: shown.map((id) => [id]), columns })
  const cellsOf = new Map(shown.map((id, row) => [id, cells[row]!]))
  return teams.map(({ name, role, ids }) => ({
    name,
    role,
    environments: environments.map(({ key }) => key),
    applications: ids.slice(0, APPLICATIONS_SHOWN).map((id) => ({
      name: applications.slots[id]!.name,
      cells: cellsOf.get(id)!,
    })),
    total: ids.length,
  }))
}

function environmentsOf(fleet: Fleet): MatrixAxis {
  const {
    clusters: { ordered },
    indexes,
  } = fleet
  const index = indexes.clusters
  const axis = axisOf({ ordered, index }, index.all, 'environment', { open: [], closed: [] })
  const inChain = chainComparison(fleet)
  return axis.toSorted((a, b) => inChain(a.key, b.key))
}

function openRolloutsOf({
  scope,
  actor,
  payer: startedBy,
}: Context): Promise<readonly OpenRollout[]> {
  const seenTeams = readableTeams(actor, 'rollout')
  return listOpenRolloutsOf(scope, { seenTeams, startedBy, limit: ROLLOUTS_SHOWN })
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
  const looked = await Promise.all(
    items.map(async (change) => ({ change, arrived: await arrivalOf(context, change) })),
  )
  return looked.filter(({ change, arrived }) => {
    const state = changeState(change.publications)
    const isOnItsWay = arrived !== null && arrived.count < arrived.of
    return (state !== 'published' && state !== 'unchanged') || isOnItsWay
  })
}

async function arrivalOf(context: Context, { id, impact }: Change): Promise<OpenChange['arrived']> {
  const summary = readImpactSummary(impact)
  if (summary === null) return null
  const { added, removed, changed } = summary.placements
  const moved = added + removed + changed
  if (moved === 0 || moved > MOVED_MAX) return null
  const { total, succeeded } = await complianceOfChange(context, id, { by: 'cluster' })
  return { count: succeeded, of: total }
}
