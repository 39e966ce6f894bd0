// What an application needs before it is released to a cluster: another application.
import { z } from 'zod'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import type { Read } from '../fields.ts'
import { environmentOfPlace, ON_CLUSTER, placeText } from './dependency-place.ts'

export type Dependency = {
  /** The team of the application that is needed. */
  readonly namespace: string
  readonly application: string
  /** The environment where it must have come; null: the cluster itself. */
  readonly environment: string | null
  /** The name of its version that is needed at least; null: any. */
  readonly minVersion: string | null
  /** Whether it must be healthy on the cluster. */
  readonly healthy: boolean
}

const text = z.string()
const on = text.meta({
  description:
    '`cluster`: on the same cluster. `environment:NAME`: in the clusters of an environment.',
  examples: [ON_CLUSTER, 'environment:qa'],
})
const minVersion = text.optional().meta({
  description: 'The name of a version: this one or a later one is needed; absent: any.',
  examples: ['v1.14.2'],
})
const healthy = z.boolean().meta({
  description: 'Whether it must be healthy there, as far as the cluster reports.',
})
const whose = {
  namespace: text.meta({ examples: ['platform'] }),
  application: text.meta({ examples: ['cert-manager'] }),
}

const sentDependency = z.union([
  text.meta({
    description: 'NAMESPACE/APPLICATION: healthy on the same cluster.',
    examples: ['platform/cert-manager'],
  }),
  z.strictObject({
    ...whose,
    on: on.default(ON_CLUSTER),
    min_version: minVersion,
    healthy: healthy.default(true),
  }),
])
/** As it is answered. */
export const dependencySchema = z
  .strictObject({ ...whose, on, min_version: minVersion, healthy })
  .meta({ id: 'Dependency' })

export const dependenciesField = {
  sent: z.array(sentDependency),
  answered: z.array(dependencySchema),
}

/** Reads the JSON of dependencies: `bad_dependency`; the issues’ paths begin with `depends_on`. */
export function readDependencies(
  sent: Read<z.output<typeof dependenciesField.sent>>,
): Checked<readonly Dependency[]> {
  const read = sent.map((each, index) => {
    const path = ['depends_on', index]
    return typeof each === 'string' ? readShortForm(each, path) : readDependency(each, path)
  })
  const issues = read.flatMap((each) => (each.ok ? [] : each.issues))
  return issues.length > 0
    ? refused(issues)
    : accepted(read.flatMap((each) => (each.ok ? [each.value] : [])))
}

type LongForm = Exclude<Read<z.output<typeof sentDependency>>, string>

/** NAMESPACE/APPLICATION */
function readShortForm(short: string, path: Issue['path']): Checked<Dependency> {
  const [namespace, application, ...more] = short.split('/', 3)
  if (!namespace || !application || more.length > 0) {
    const reason = 'It is NAMESPACE/APPLICATION, as platform/cert-manager.'
    return refused([{ path, code: 'bad_dependency', reason }])
  }
  return readDependency({ namespace, application, on: ON_CLUSTER, healthy: true }, path)
}

function readDependency(
  { namespace, application, on: place, min_version, healthy: isHealthy }: LongForm,
  path: Issue['path'],
): Checked<Dependency> {
  const environment = environmentOfPlace(place)
  if (environment === undefined) {
    const reason = 'It is cluster, or environment: and the name of one.'
    return refused([{ path: [...path, 'on'], code: 'bad_dependency', reason }])
  }
  const needed = { minVersion: min_version ?? null, healthy: isHealthy }
  return accepted({ namespace, application, environment, ...needed })
}

export function dependencyJson({
  namespace,
  application,
  environment,
  minVersion: least,
  healthy: isHealthy,
}: Dependency): z.output<typeof dependencySchema> {
  return {
    namespace,
    application,
    on: placeText(environment),
    ...(least !== null && { min_version: least }),
    healthy: isHealthy,
  }
}
