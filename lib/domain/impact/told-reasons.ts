// Why an application is told something else on a cluster: which configs and schemas are others for it, and which labels are that
// their expressions read.
import { configurationOf } from '#lib/domain/fleet/configuration.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { readable } from '#lib/domain/fleet/readable.ts'

import { type Teller, toldAmong } from '#lib/domain/fleet/told-clusters.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { bitsOf, hasBit } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { quoted } from '#lib/domain/text/text.ts'
import type { Subjects } from '#lib/domain/values/expression.ts'
import type { FieldsRead } from '#lib/domain/values/expression-reads.ts'
import { fieldsRead } from '#lib/domain/values/expressions.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import { failingTerms } from './failing-terms.ts'

type Fleets = { readonly before: Fleet; readonly after: Fleet }
type ToldObject = Config | ConfigSchema

/**
 * The reasons why an application is told something else on a cluster where it is placed before and after, in the order of the
 * names of configs and schemas; empty: it is told the same.
 */
export function toldReasons(fleets: Fleets, id: number, clusterId: number): readonly string[] {
  const { before, after } = fleets
  const reasons = tellerReasons(fleets, id, clusterId)
  if (reasons.length === 0) return []
  const [was, is] = [before, after].map((fleet) => toldAmong(fleet, id, bitsOf([clusterId]))[0])
  return was?.told?.text === is?.told?.text ? [] : reasons
}

function tellerReasons(fleets: Fleets, id: number, clusterId: number): readonly string[] {
  const { before, after } = fleets
  const [had, has] = [tellersOn(before, id, clusterId), tellersOn(after, id, clusterId)]
  const keys = new Set([...had.values(), ...has.values()].flatMap(({ object }) => keysOf(object)))
  const names = [...new Set([...had.keys(), ...has.keys()])].sort(compareText)
  const reasons = names.flatMap((name) => {
    const [was, is] = [had.get(name), has.get(name)]
    const teller = (is ?? was)!
    if (!mayMatter(teller.object, keys)) return []
    if (is === undefined) return [`${name} ${lossOf(fleets, teller, id, clusterId)}`]
    if (was === undefined) return [`${name} ${gainOf(before, teller)}`]
    return was.object === is.object
      ? readReasons(fleets, is.object, id, clusterId)
      : [`${name} is edited`]
  })
  return [...new Set(reasons)]
}

/** By how a sentence names each. */
function tellersOn(
  { configuration }: Fleet,
  id: number,
  clusterId: number,
): ReadonlyMap<string, Teller> {
  const { configs, schemas } = configurationOf(configuration, id)
  const here = [...configs, ...schemas].filter(({ clusters }) => hasBit(clusters, clusterId))
  return new Map(here.map((teller) => [`${wordOf(teller.object)} ${teller.object.name}`, teller]))
}

const wordOf = ({ kind }: ToldObject) => (kind === 'config' ? 'config' : 'config schema')

function keysOf(object: ToldObject): readonly string[] {
  return object.kind === 'config' ? [] : declaredKeys(object.schema)
}

/** Whether a config gives one of the keys that schemas declare. */
function mayMatter(object: ToldObject, keys: ReadonlySet<string>): boolean {
  return object.kind !== 'config' || Object.keys(object.values).some((key) => keys.has(key))
}

function lossOf({ after }: Fleets, { id, object }: Teller, appId: number, clusterId: number) {
  const present = sameIn(after, object, id)
  if (present === undefined) return 'is deleted'
  if (present.suspended) return 'is suspended'
  const application = applicationLabels(after.applications.slots[appId]!)
  const app = failingTerms(present.appSelector, application)
  if (app !== '') return `no longer selects the application: ${app}`
  const cluster = clusterLabels(after.clusters.slots[clusterId]!)
  const terms = failingTerms(present.clusterSelector, cluster)
  return terms === '' ? 'is for another team' : `no longer selects the cluster: ${terms}`
}

function gainOf(before: Fleet, { id, object }: Teller): string {
  const former = sameIn(before, object, id)
  if (former === undefined) return 'is new'
  return former.suspended ? 'is no longer suspended' : 'selects it now'
}

function sameIn({ configuration }: Fleet, { kind }: ToldObject, id: number) {
  const { configs, schemas } = configuration
  return (kind === 'config' ? configs : schemas).all[id]?.object
}

/** What expressions of a config read of the application and the cluster that differs. */
function readReasons({ before, after }: Fleets, object: ToldObject, id: number, clusterId: number) {
  if (object.kind !== 'config') return []
  const reads = fieldsRead(object.values)
  const subjectsIn = ({ applications, clusters }: Fleet) =>
    readable(applications.slots[id]!, clusters.slots[clusterId]!)
  const [was, is] = [subjectsIn(before), subjectsIn(after)]
  return (['cluster', 'application'] as const).flatMap((subject) =>
    differencesOf(subject, reads, was, is),
  )
}

const fieldOf = (of: object, name: string): unknown => new Map(Object.entries(of)).get(name)

function differencesOf(
  subject: keyof FieldsRead,
  reads: FieldsRead,
  before: Subjects,
  after: Subjects,
): readonly string[] {
  const { fields, labels } = reads[subject]
  const [was, is] = [before[subject], after[subject]]
  const keys = labels === 'all' ? [...new Set([...was.labels.keys(), ...is.labels.keys()])] : labels
  return [
    ...fields.flatMap((name) =>
      difference(`${name} of the ${subject}`, fieldOf(was, name), fieldOf(is, name)),
    ),
    ...keys.flatMap((key) =>
      difference(`label ${key} of the ${subject}`, was.labels.get(key), is.labels.get(key)),
    ),
  ]
}

function difference(what: string, was: unknown, is: unknown): string[] {
  return was === is ? [] : [`${what} changes from ${textOf(was)} to ${textOf(is)}`]
}

const textOf = (value: unknown) => (typeof value === 'string' ? quoted(value) : 'none')
