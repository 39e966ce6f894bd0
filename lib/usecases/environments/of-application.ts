// Which versions of an application are in which environment, and what is on its way there.
import { findAllUnfinished } from '#db/queries/rollouts.ts'
import { readAnnounced } from '#db/queries/versions.ts'
import { objectResource } from '#lib/domain/access/permissions.ts'
import {
  type DeliveredPart,
  deliveredTo,
  environmentsInOrder,
} from '#lib/domain/fleet/environments.ts'
import { durationText } from '#lib/domain/objects/durations.ts'
import type { Hold } from '#lib/domain/releases/hold.ts'
import { minuteText } from '#lib/domain/text/instant.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { type Context, defineRead } from '../define.ts'
import { type FoundObject, type GetInput, loadObject } from '../objects/read.ts'
import { askedIn } from '../rollouts/environment.ts'
import { comingVersions } from './coming-versions.ts'
import { numberOf, numbersOf, versionNames } from './version-names.ts'

export const applicationEnvironmentsUseCase = defineRead<
  Pick<GetInput, 'ref'>,
  ApplicationEnvironments,
  Pick<GetInput, 'ref'>,
  FoundObject<'application'>
>({
  name: 'applications.environments',
  // What is on its way, and what holds it up, is more than a team shows to others.
  load: async (context, { ref }) => {
    const loaded = await loadObject('application')(context, { ref, at: null })
    return (
      loaded && { ...loaded, resource: objectResource('application', loaded.found.object.team) }
    )
  },
  run: async (context, _, { id, object }) => {
    const fleet = await context.fleet()
    const deliveredIn = deliveredTo(fleet, id)
    const shown = environmentsInOrder(fleet)
      .map((environment) => ({ ...environment, ...deliveredIn(environment.name) }))
      .filter(({ isImplicit, clusters, base }) => !isImplicit || clusters > 0 || base !== null)
    const rollouts = await findAllUnfinished(context.scope, { applicationId: id })
    const parts = shown.flatMap(({ base, ahead }) => (base ? [base, ...ahead] : ahead))
    const underWay = rollouts.flatMap(({ version }) =>
      version === null ? [] : [{ application: id, number: version }],
    )
    const nameOf = await versionNames(context.scope, [...numbersOf(parts), ...underWay])
    const partOf = (part: DeliveredPart) => {
      const numbered = numberOf(part)
      const { clusters, application } = part
      return { version: numbered && nameOf(numbered), revision: application.repoBranch, clusters }
    }
    const rolloutIn = (environment: string) => {
      const found = rollouts.find((each) => each.environment === environment)
      if (found === undefined) return null
      const { id: rollout, state, version, repoBranch } = found
      const named = version === null ? null : nameOf({ application: id, number: version })
      return { id: rollout, state, version: named, revision: repoBranch }
    }
    const coming = await comingVersions(
      context,
      { id, object },
      shown.map(({ name }) => name),
    )
    return {
      follow: object.follow,
      newest: await newestOf(context, id),
      items: shown.map(({ name, isImplicit, clusters, unreleased, base, ahead }) => ({
        environment: name,
        implicit: isImplicit,
        clusters,
        unreleased,
        base: base && partOf(base),
        ahead: ahead.map((part) => ({
          ...partOf(part),
          rollout: part.release?.rollout ?? null,
          hold: holdTextOf(part.holds),
        })),
        rollout: rolloutIn(name),
        after: [...askedIn(fleet, name).after],
        hold: holdOf(askedIn(fleet, name).holdMs),
        team_waves: askedIn(fleet, name).teamWaves,
        ...coming(name),
      })),
    }
  },
})

function holdOf(holdMs: number | null): string | null {
  return holdMs === null ? null : durationText(holdMs)
}

/** Of several, when the first and the last of them end. */
function holdTextOf(holds: readonly Hold[]): string | null {
  const [first, ...others] = holds.toSorted((a, b) => a.until - b.until)
  if (first === undefined) return null
  const from = minuteText(new Date(first.until))
  if (others.length === 0) return `Hold until ${from}: ${first.reason} (${first.by})`
  const last = minuteText(new Date(others.at(-1)!.until))
  return from === last ? `Hold until ${from}` : `Hold until ${from}, the last until ${last}`
}

async function newestOf(
  { scope }: Context,
  id: number,
): Promise<ApplicationEnvironments['newest']> {
  const [newest] = await readAnnounced(scope, [id], [])
  if (newest === undefined) return null
  const { number, name, revision: commit, at } = newest
  return { number, name, commit, announced_at: at.toISOString() }
}
