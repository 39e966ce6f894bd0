import { describe, expect, it } from 'vitest'
import type { Application } from './application.ts'
import { goBack, type GoingBack, type Past } from './rollback.ts'

const commit = (digit: string) => digit.repeat(40)
const app: Application = {
  kind: 'application',
  team: 'ieb',
  name: 'app1',
  description: '',
  repoUrl: 'https://git.example.com/ieb/app1.git',
  repoBranch: 'main',
  repoPath: 'manifest',
  packaging: null,
  targets: [],
  follow: 'branch',
  dependsOn: [],
  visibility: 'team',
  labels: new Map(),
}
const on = (repoBranch: string): Application => ({ ...app, repoBranch })
const known: Past = {
  was: app,
  ranThen: commit('a'),
  runsNow: commit('b'),
  pinnedFrom: null,
}
const pinned = (digit: string): GoingBack => ({
  kind: 'back',
  after: on(commit(digit)),
  pin: { commit: commit(digit), follows: 'main' },
})
const back = (after: Application): GoingBack => ({ kind: 'back', after, pin: null })

describe('an application that goes back', () => {
  it.each<[string, Application, Partial<Past>, GoingBack]>([
    ['to other fields has these', app, { was: on('v1') }, back(on('v1'))],
    [
      'to other labels has these, whatever ran then',
      app,
      { was: { ...app, labels: new Map([['tier', 'web']]) } },
      back({ ...app, labels: new Map([['tier', 'web']]) }),
    ],
    ['to the same fields is pinned to what ran', app, {}, pinned('a')],
    ['to what it runs stays', app, { ranThen: commit('b') }, { kind: 'same' }],
    ['to what nobody told of doesn’t', app, { ranThen: null }, { kind: 'unknown' }],
    ['is pinned though nobody tells of now', app, { runsNow: null }, pinned('a')],
    [
      'once more is pinned to what ran then, and still knows its branch',
      on(commit('c')),
      { pinnedFrom: 'main' },
      pinned('a'),
    ],
    ['once more to the same stays', on(commit('a')), { pinnedFrom: 'main' }, { kind: 'same' }],
    [
      'to the commit that somebody had named stays',
      on(commit('c')),
      { was: on(commit('c')) },
      { kind: 'same' },
    ],
    ['from a commit that somebody named has its branch again', on(commit('c')), {}, back(app)],
  ])('%s', (_, current, past, expected) => {
    expect(goBack(current, { ...known, ...past })).toEqual(expected)
  })
})
