import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { type JsonSchema, readJsonSchema } from '#lib/domain/values/json-schema.ts'
import { defaultsOf, notSecretPointers } from '#lib/domain/values/json-schema-defaults.ts'
import { secretIssues } from '#lib/domain/values/secret-issues.ts'
import { joinableNameIssues, policyNameIssues } from '../names.ts'
import type { ConfigSchema } from './config-schema.ts'

/** Every issue of a config schema by itself, with the API's field names in the paths. Its selectors are read already. */
export function configSchemaIssues({
  name,
  description,
  team,
  schema,
}: ConfigSchema): readonly Issue[] {
  const read = readJsonSchema(schema, ['schema'])
  return [
    ...policyNameIssues(name, ['name']),
    ...descriptionIssues(description),
    ...(team === null ? [] : joinableNameIssues(team, ['namespace'])),
    ...(read.ok ? secretDefaultIssues(team, read.value) : read.issues),
  ]
}

/** Defaults are told as they stand, so they are no secrets either; the platform may say that one is none. */
function secretDefaultIssues(team: string | null, schema: JsonSchema): readonly Issue[] {
  const marked = team === null ? notSecretPointers(schema) : new Set<string>()
  return secretIssues(defaultsOf(schema), [])
    .filter(({ path }) => !marked.has(pointerOf(path)))
    .map((issue) => ({
      ...issue,
      path: ['schema'],
      reason: `The default at "${pointerOf(issue.path)}": ${issue.reason}`,
    }))
}
