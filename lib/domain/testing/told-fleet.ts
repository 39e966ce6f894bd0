// Small fleets of one application whose clusters are told something.
import { EVERYTHING } from '#lib/domain/labels/selector.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { readJsonSchema } from '#lib/domain/values/json-schema.ts'
import { readValues, type Values } from '#lib/domain/values/values.ts'
import { editTo } from './arbitrary-edits.ts'
import { aCluster, anApplication, aPolicy, aTeam } from './objects.ts'

type Sent<T> = Partial<T> & { readonly name: string }

/** For every application on every cluster. */
export function aConfig(given: Sent<Config>): Config {
  return {
    kind: 'config',
    description: '',
    team: null,
    appSelector: EVERYTHING,
    clusterSelector: EVERYTHING,
    priority: 100,
    suspended: false,
    ...given,
    values: normal(given.values ?? {}),
  }
}

/** For every application on every cluster; `schema` is what it says besides that it is of an object. */
export function aSchema(given: Sent<ConfigSchema>): ConfigSchema {
  const read = readJsonSchema({ type: 'object', ...given.schema }, [])
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return {
    kind: 'config-schema',
    description: '',
    team: null,
    appSelector: EVERYTHING,
    clusterSelector: EVERYTHING,
    suspended: false,
    ...given,
    schema: read.value,
  }
}

function normal(values: Values): Values {
  const read = readValues(values, [])
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.value
}

/** The application ieb/api on clusters c0, c1 and so on, with these labels. */
export function placedOn(clusters: readonly Readonly<Record<string, string>>[]): Edit[] {
  return [
    editTo(0, aTeam({ name: 'ieb' })),
    editTo(0, anApplication({ team: 'ieb', name: 'api' })),
    editTo(0, aPolicy({ name: 'everywhere' })),
    ...clusters.map((labels, id) =>
      editTo(id, aCluster({ name: `c${id}`, labels: new Map(Object.entries(labels)) })),
    ),
  ]
}
