import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { readJsonSchema } from '#lib/domain/values/json-schema.ts'
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
    ...(read.ok ? [] : read.issues),
  ]
}
