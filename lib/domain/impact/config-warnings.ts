// Warnings about configs and schemas that are edited: what may contradict later, what isn't delivered, and what concerns many.
import { configsWith, mayContradict, schemasWith } from '#lib/domain/fleet/by-key.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { boundaryFor } from '#lib/domain/fleet/reaching.ts'
import type { Teller } from '#lib/domain/fleet/told-clusters.ts'
import type { Warning } from '#lib/domain/reconcilers/interface/warning.ts'
import { countBits, idsIn, intersect, isEmpty, meet } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'

const NAMED_MAX = 3
const KEYS_MAX = 5
const WIDE = 50
/** Comparing long values takes a while, and what isn't warned of is refused when it comes to that. */
const COMPARED_MAX = 200

/** `config_conflict_possible`, and `config_undeclared` with the keys that reach no application. */
export function configWarnings(fleet: Fleet, id: number): readonly Warning[] {
  const config = fleet.configuration.configs.all[id]
  if (config === undefined || config.object.suspended) return []
  const { name, values } = config.object
  const keys = Object.keys(values)
  const undeclared = keys.filter(
    (key) => !schemasWith(fleet.configuration, key).some((schema) => mayMeet(config, schema)),
  )
  return [
    ...conflictWarnings(fleet, config, keys, configsWith),
    ...(undeclared.length === 0 || selectsNothing(config)
      ? []
      : [
          {
            code: 'config_undeclared',
            message: `No schema for the applications of ${name} declares ${fewNamed(undeclared, KEYS_MAX)} there: nothing of that is delivered.`,
          },
        ]),
  ]
}

/** `config_conflict_possible` of its defaults, and `schema_declares_widely` for more than 50 applications. */
export function schemaWarnings(fleet: Fleet, id: number): readonly Warning[] {
  const schema = fleet.configuration.schemas.all[id]
  if (schema === undefined || schema.object.suspended) return []
  const applications = countBits(schema.applications)
  const keys = declaredKeys(schema.object.schema)
  const message = `${schema.object.name} declares ${fewNamed(keys, KEYS_MAX)} for ${counted(applications, 'application')}: a config that sets one of these reaches all of them, also those that never read it. Select the applications that do.`
  return [
    ...conflictWarnings(fleet, schema, keys, schemasWith),
    ...(applications > WIDE && keys.length > 0
      ? [{ code: 'schema_declares_widely', message }]
      : []),
  ]
}

/** That others of its priority say something else where both may be for one placement, whether or not there is one. */
function conflictWarnings(
  fleet: Fleet,
  edited: Teller,
  keys: readonly string[],
  having: typeof configsWith,
): readonly Warning[] {
  const candidates = new Set(keys.flatMap((key) => having(fleet.configuration, key)))
  const near = [...candidates]
    .filter((other) => other.id !== edited.id && mayMeet(edited, other))
    .slice(0, COMPARED_MAX)
  const others = near.filter(
    (other) => mayContradict(edited, other) && mayBePlaced(fleet, edited, other),
  )
  if (others.length === 0) return []
  const names = fewNamed(others.map(({ object }) => object.name).sort(compareText), NAMED_MAX)
  const message = `${edited.object.name} and ${names} say different things with one priority, for applications and clusters that both select: nothing can be placed where both would be delivered.`
  return [{ code: 'config_conflict_possible', message }]
}

function selectsNothing({ applications, clusters }: Teller): boolean {
  return isEmpty(applications) || isEmpty(clusters)
}

function mayMeet(one: Teller, other: Teller): boolean {
  return meet(one.applications, other.applications) && meet(one.clusters, other.clusters)
}

/** Whether the team of one of the applications that both select may use one of the clusters that both select. */
function mayBePlaced(fleet: Fleet, one: Teller, other: Teller): boolean {
  const clusters = intersect(one.clusters, other.clusters)
  return idsIn(intersect(one.applications, other.applications)).some((id) => {
    const boundary = boundaryFor(fleet, id)
    return boundary === null || meet(boundary, clusters)
  })
}
