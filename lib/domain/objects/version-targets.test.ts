import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Target } from './application/target.ts'
import { versionTargetsIn, versionTargetsIssues, wholeTargets } from './version-targets.ts'

const target = (environment: string, repoPath: string, name = 'early'): Target => ({
  name,
  environment,
  repoPath,
})

describe('the targets of a version', () => {
  it.each<{ are: string; has: readonly Target[]; announced: object; kept: object }>([
    { are: 'none', has: [], announced: {}, kept: {} },
    {
      are: 'the application’s, where nothing is said',
      has: [target('prod', 'a'), target('prod', 'b', 'late')],
      announced: {},
      kept: { early: 'a', late: 'b' },
    },
    {
      are: 'named once where all environments have the same directory',
      has: [target('qa', 'a'), target('prod', 'a')],
      announced: {},
      kept: { early: 'a' },
    },
    {
      are: 'named by environment where these differ',
      has: [target('qa', 'a'), target('prod', 'b')],
      announced: {},
      kept: { 'qa/early': 'a', 'prod/early': 'b' },
    },
    {
      are: 'as announced before anything else',
      has: [target('qa', 'a'), target('prod', 'b')],
      announced: { early: 'x' },
      kept: { early: 'x' },
    },
    {
      are: 'the application’s where one environment alone was said',
      has: [target('qa', 'a'), target('prod', 'b')],
      announced: { 'qa/early': 'x' },
      kept: { 'qa/early': 'x', early: 'b' },
    },
    {
      are: 'also those that the application doesn’t have',
      has: [],
      announced: { later: 'x', 'prod/later': 'y' },
      kept: { later: 'x', 'prod/later': 'y' },
    },
  ])('are $are', ({ has, announced, kept }) => {
    expect(wholeTargets({ targets: has }, { ...announced })).toEqual(kept)
  })

  it('are in each environment those of it before those of all', () => {
    const targets = { early: 'a', late: 'b', 'prod/early': 'c', 'prod2/late': 'd' }
    expect(versionTargetsIn(targets, 'prod')).toEqual({ early: 'c', late: 'b' })
    expect(versionTargetsIn(targets, 'prod2')).toEqual({ early: 'a', late: 'd' })
    expect(versionTargetsIn(targets, 'qa')).toEqual({ early: 'a', late: 'b' })
    expect(versionTargetsIn({ 'prod/early': 'c' }, 'qa')).toBeNull()
    expect(versionTargetsIn({}, 'prod')).toBeNull()
  })

  const key = fc.record({
    name: fc.constantFrom('early', 'late'),
    environment: fc.constantFrom('qa', 'prod'),
  })
  const path = fc.constantFrom('a', 'b', 'c')

  it('give each of the application’s targets what was announced, or else its directory as it was', () => {
    const has = fc.uniqueArray(
      fc.tuple(key, path).map(([of, repoPath]) => ({ ...of, repoPath })),
      { selector: ({ name, environment }) => `${environment}/${name}` },
    )
    const names = fc.constantFrom('early', 'late', 'qa/early', 'prod/late')
    fc.assert(
      fc.property(has, fc.dictionary(names, fc.constantFrom('x', 'y')), (targets, announced) => {
        const whole = wholeTargets({ targets }, announced)
        for (const { name, environment, repoPath } of targets) {
          const said = announced[`${environment}/${name}`] ?? announced[name]
          expect(versionTargetsIn(whole, environment)?.[name]).toBe(said ?? repoPath)
        }
      }),
    )
  })

  it.each<{ are: string; announced: Record<string, string>; issues: unknown[] }>([
    { are: 'names and directories', announced: { early: 'a', 'prod/early': '.' }, issues: [] },
    {
      are: 'no names',
      announced: { 'A b': 'a', '/early': 'a', 'prod/': 'a', 'a/b/c': 'a' },
      issues: [
        ['A b', 'name_format'],
        ['/early', 'name_format'],
        ['prod/', 'name_format'],
        ['a/b/c', 'name_format'],
      ],
    },
    { are: 'no directories', announced: { early: '../x' }, issues: [['early', 'path_format']] },
  ])('are checked where they are $are', ({ announced, issues }) => {
    expect(versionTargetsIssues(announced).map(({ path, code }) => [path[1], code])).toEqual(issues)
  })

  it('are 20 at most', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`t${nth}`, 'a']))
    expect(versionTargetsIssues(many).map(({ code }) => code)).toEqual(['too_many'])
  })
})
