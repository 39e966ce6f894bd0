// What the source of an application is where somebody replaces it and says nothing of its source.
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
import type { Application } from './application.ts'
import { sourceTypeOf } from './packaging.ts'
import { sourceFields } from './source-json.ts'

/**
 * A sent application with the source that it has by now, unless it says what that is to be: who knows only the three fields of a
 * directory in Git loses nothing by replacing it. `source_needed` where it isn't in Git, because these fields would make it
 * something else.
 */
export function withKeptSource(sent: unknown, current: Application): Checked<unknown> {
  const isSaid = typeof sent !== 'object' || sent === null || 'source' in sent
  if (isSaid || current.packaging === null) return accepted(sent)
  const type = sourceTypeOf(current)
  if (type === 'git') return accepted({ ...sent, source: sourceFields(current).source })
  const reason = `The application comes from a source of type ${type}: say in source whether that stays.`
  return refused([{ path: ['source'], code: 'source_needed', reason }])
}
