// What applications need must be there and be seen by whoever says so, and none may wait for itself.
import { findNamedVersions } from '#db/queries/versions.ts'
import { can } from '#lib/domain/access/permissions.ts'
import { CHAIN_MAX, chainsThrough } from '#lib/domain/dependencies/circle.ts'
import { nameOf } from '#lib/domain/dependencies/graph.ts'
import { neededBy } from '#lib/domain/dependencies/needed.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import type { Context } from '../define.ts'
import { resourceOf } from '../objects/requested-object.ts'
import { isEnvironment } from '../rollouts/environment.ts'
import type { ResolvedDraft } from './drafts.ts'

/** A dependency that an application hadn't before. */
type Added = {
  readonly application: Identified<Application>
  readonly dependency: Dependency
  readonly path: Issue['path']
}

/**
 * The issues of what drafted applications need from now on: `unknown_application`, `unknown_environment`, `unknown_version`,
 * `dependency_cycle`, `dependency_depth`. What they needed before is theirs to keep, whatever became of it. Whether an
 * application is there that the actor may not read, no issue tells. Reads nothing where nothing is added.
 */
export async function dependencyIssues(
  context: Pick<Context, 'scope' | 'actor'>,
  after: Fleet,
  drafts: readonly ResolvedDraft[],
): Promise<readonly Issue[]> {
  const added = drafts.flatMap(addedBy)
  if (added.length === 0) return []
  const unknown = added.flatMap((each) => unknownIssues(context, after, each))
  if (unknown.length > 0) return unknown
  return [...chainIssues(context, after, added), ...(await versionIssues(context, after, added))]
}

function addedBy({ id, before, after, locate }: ResolvedDraft): Added[] {
  if (after?.kind !== 'application' || after.dependsOn.length === 0) return []
  const had = before?.kind === 'application' ? before.dependsOn.map(asText) : []
  return after.dependsOn.flatMap((dependency, index) =>
    had.includes(asText(dependency))
      ? []
      : [
          {
            application: { id, object: after },
            dependency,
            path: locate(['depends_on', index]),
          },
        ],
  )
}

function asText({ namespace, application, environment, minVersion }: Dependency): string {
  return JSON.stringify([namespace, application, environment, minVersion])
}

function unknownIssues(
  { actor }: Pick<Context, 'actor'>,
  after: Fleet,
  { dependency, path }: Added,
): Issue[] {
  const needed = neededBy(after, dependency)
  if (needed === null || !can(actor, 'read', resourceOf(needed.object))) {
    const reason = `There is no application ${nameOf(dependency)}, or you may not see it.`
    return [{ path, code: 'unknown_application', reason }]
  }
  const { environment } = dependency
  if (environment === null || isEnvironment(after, environment)) return []
  const reason = `There is no environment ${environment}, and no cluster that names it.`
  return [{ path: [...path, 'on'], code: 'unknown_environment', reason }]
}

function chainIssues(
  context: Pick<Context, 'actor'>,
  after: Fleet,
  added: readonly Added[],
): Issue[] {
  const byApplication = Map.groupBy(added, ({ application }) => application.id)
  const { circles, tooLong } = chainsThrough(after, [...byApplication.keys()])
  return [
    ...circles.map((circle) => circleIssue(context, after, byApplication, circle)),
    ...tooLong.map((id) => {
      const { path } = byApplication.get(id)![0]!
      const reason = `At most ${CHAIN_MAX} dependencies follow one another: with this one there are more.`
      return { path, code: 'dependency_depth', reason }
    }),
  ]
}

/** At an added dependency, from which the way leads back to its own application. */
function circleIssue(
  context: Pick<Context, 'actor'>,
  after: Fleet,
  added: ReadonlyMap<number, readonly Added[]>,
  circle: readonly number[],
): Issue {
  const closing = circle.flatMap((id, place) => {
    const next = circle[(place + 1) % circle.length]
    const path = added.get(id)?.find(({ dependency }) => neededBy(after, dependency)?.id === next)
    return path ? [{ place, path: path.path }] : []
  })
  const { place, path } = closing[0]!
  const way = [...circle.slice(place), ...circle.slice(0, place)]
  const members = [...shownNames(context, after, way), shownName(context, after, way[0]!)]
  const reason = `It would wait for itself: ${members.join(' -> ')}.`
  return { path, code: 'dependency_cycle', reason, members }
}

/** One request can make a circle of thousands. */
function shownNames(
  context: Pick<Context, 'actor'>,
  after: Fleet,
  way: readonly number[],
): readonly string[] {
  const names = way.slice(0, CHAIN_MAX).map((id) => shownName(context, after, id))
  const more = way.length - names.length
  return more === 0 ? names : [...names, `${more} more`]
}

function shownName({ actor }: Pick<Context, 'actor'>, { applications }: Fleet, id: number): string {
  const application = applications.slots[id]!
  return can(actor, 'read', resourceOf(application))
    ? `${application.team}/${application.name}`
    : 'an application of another team'
}

async function versionIssues(
  { scope }: Pick<Context, 'scope'>,
  after: Fleet,
  added: readonly Added[],
): Promise<Issue[]> {
  const asked = added.flatMap(({ dependency, path }) => {
    const { minVersion: name } = dependency
    return name === null ? [] : [{ application: neededBy(after, dependency)!, name, path }]
  })
  const known = await findNamedVersions(
    scope,
    asked.map(({ application: { id }, name }) => ({ application: id, name })),
  )
  const keys = new Set(known.map(({ application, name }) => `${application} ${name}`))
  return asked
    .filter(({ application: { id }, name }) => !keys.has(`${id} ${name}`))
    .map(({ application: { object }, name, path }) => ({
      path: [...path, 'min_version'],
      code: 'unknown_version',
      reason: `${object.team}/${object.name} has no version ${name}.`,
    }))
}
