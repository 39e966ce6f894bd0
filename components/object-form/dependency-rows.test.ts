import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applicationCodec } from '#lib/domain/objects/application/application.ts'
import {
  dependenciesOfText,
  dependenciesProblem,
  type DependencyRow,
  EMPTY_DEPENDENCY,
  reasonsOfRow,
  rowsOfText,
  textOfDependencies,
  textOfRows,
} from './dependency-rows.ts'

const dnsLabels = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
const rows: fc.Arbitrary<DependencyRow> = fc.record({
  application: fc.tuple(dnsLabels, dnsLabels).map((names) => names.join('/')),
  environment: fc.option(dnsLabels),
  minVersion: fc.oneof(fc.constant(''), fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,9}$/)),
  healthy: fc.boolean(),
})

const application = {
  name: 'app1',
  namespace: 'ieb',
  repo_url: 'https://git.example.com/ieb/app1.git',
  repo_branch: 'main',
  repo_path: 'app1',
}

describe('what an application needs, as a form holds it', () => {
  it('is the same as rows, as text and as what is sent and answered', () => {
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 5 }), (typed) => {
        const { text, unfinished } = textOfRows(typed)
        expect(unfinished).toBeNull()
        expect(dependenciesProblem(text)).toBeNull()
        expect(rowsOfText(text)).toEqual(typed)
        const sent = applicationCodec.input.parse({
          ...application,
          depends_on: dependenciesOfText(text),
        })
        const read = applicationCodec.decode(sent)
        if (!read.ok) throw new Error(JSON.stringify(read.issues))
        expect(textOfDependencies(applicationCodec.encode(read.value).depends_on)).toBe(text)
      }),
    )
  })

  it('needs but a name for what most need', () => {
    expect(rowsOfText('\n  platform/cert-manager \n')).toEqual([
      { ...EMPTY_DEPENDENCY, application: 'platform/cert-manager' },
    ])
  })

  it.each([
    ['cert-manager', 'Line 1: Name the application as team/application.'],
    ['a/b\nc/d on=environment:', 'Line 2: Say in which environment c/d must be.'],
    [
      'a/b v2.0',
      'Line 1: v2.0 isn’t min_version=NAME, on=cluster, on=environment:NAME or healthy=false.',
    ],
    [
      'a/b healthy=no',
      'Line 1: healthy=no isn’t min_version=NAME, on=cluster, on=environment:NAME or healthy=false.',
    ],
  ])('says of %j what is wrong', (text, problem) => {
    expect(dependenciesProblem(text)).toBe(problem)
  })

  it('leaves out rows that nothing is typed into, and those that are unfinished, which it tells of', () => {
    const typed = [
      EMPTY_DEPENDENCY,
      { ...EMPTY_DEPENDENCY, application: 'cert-manager' },
      { ...EMPTY_DEPENDENCY, application: 'a/b' },
    ]
    expect(textOfRows(typed)).toEqual({
      text: 'a/b',
      unfinished: 'Name the application as team/application.',
    })
    expect(textOfRows([EMPTY_DEPENDENCY])).toEqual({ text: '', unfinished: null })
  })

  it('has at each row what is wrong with it, which is counted without those that are not sent', () => {
    const typed = [
      { ...EMPTY_DEPENDENCY, application: 'cert-manager' },
      EMPTY_DEPENDENCY,
      { ...EMPTY_DEPENDENCY, application: 'a/b', minVersion: 'v9' },
      { ...EMPTY_DEPENDENCY, application: 'c/d', environment: '' },
    ]
    const reasons = {
      'depends_on.0': ['It is there twice.'],
      'depends_on.0.min_version': ['No such version.'],
      'depends_on.1.on': ['Not of these rows.'],
    }
    const none = { application: [], place: [], minVersion: [] }
    const told = typed.map((_, index) => reasonsOfRow(typed, index, 'depends_on', reasons))
    expect(told).toEqual([
      { ...none, application: ['Name the application as team/application.'] },
      none,
      { ...none, application: ['It is there twice.'], minVersion: ['No such version.'] },
      { ...none, place: ['Say in which environment c/d must be.'] },
    ])
    const early = typed.map((_, index) => reasonsOfRow(typed, index, 'depends_on', {}))
    expect(early).toEqual(typed.map(() => none))
  })
})
