import { describe, expect, it } from 'vitest'
import { environmentIssues } from './environment-issues.ts'
import { environmentCodec } from './environment.ts'

/** The codes and places of what is wrong with an environment that is sent so. */
function wrongWith(sent: object): string[] {
  const read = environmentCodec.input.parse({ name: 'prod', ...sent })
  const environment = environmentCodec.decode(read)
  if (!environment.ok) throw new Error('an environment is always read')
  return environmentIssues(environment.value).map(({ code, path }) => `${code} ${path.join('.')}`)
}

describe('an environment', () => {
  const group = { id: 'release-managers' }
  it.each([
    ['of a name alone', {}],
    ['with a name as clusters write it', { name: 'Prod_1.eu-west' }],
    ['that is protected', { protected: true, deployers: [group] }],
    ['with groups in both lists', { deployers: [group], overriders: [group] }],
  ])('%s is well', (_, sent) => {
    expect(wrongWith(sent)).toEqual([])
  })

  it.each([
    ['no name', { name: '' }, ['name_format name']],
    ['a name that no label can have', { name: '-prod' }, ['name_format name']],
    ['a longer name than a label can have', { name: 'p'.repeat(64) }, ['name_format name']],
    [
      'protection and nobody',
      { protected: true, overriders: [group] },
      ['deployers_missing deployers'],
    ],
    ['a group twice', { deployers: [group, group] }, ['group_duplicate deployers.1.id']],
    [
      'a group that is everybody',
      { overriders: [{ id: 'system:authenticated' }] },
      ['group_reserved overriders.0.id'],
    ],
  ])('with %s is refused', (_, sent, issues) => {
    expect(wrongWith(sent)).toEqual(issues)
  })
})
