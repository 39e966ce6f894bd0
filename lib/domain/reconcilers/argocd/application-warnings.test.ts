import { expect, it } from 'vitest'
import type { Application } from '#lib/domain/objects/objects.ts'
import { anApplication } from '#lib/domain/testing/objects.ts'
import { applicationWarnings } from './application-warnings.ts'

it.each([
  { characters: 53, name: 'a'.repeat(30), codes: [] },
  { characters: 54, name: 'a'.repeat(31), codes: ['name_long'] },
])('of $characters characters of team and application together: $codes', ({ name, codes }) => {
  const application = anApplication({ team: 't'.repeat(21), name })
  expect(applicationWarnings(null, application).map(({ code }) => code)).toEqual(codes)
})

const chart = (version: string) => ({
  repoBranch: version,
  packaging: {
    type: 'helm',
    chart: 'x',
    render: 'helm',
    releaseName: null,
    configUnder: null,
    values: {},
  } as const,
})
const artifact = (tag: string) => ({
  repoBranch: tag,
  packaging: { type: 'oci', render: 'kustomize' } as const,
})
const long = { team: 't'.repeat(30), name: 'a'.repeat(30) }

it.each<[string, Partial<Application>, string[]]>([
  ['a branch that is a range', { repoBranch: '1.x' }, ['branch_is_version_range']],
  ['a chart of one version', chart('1.2.3'), []],
  ['a chart of a range', chart('1.x'), ['version_floats']],
  ['an artifact of a version', artifact('1.2.3'), []],
  ['an artifact by its digest', artifact(`sha256:${'0'.repeat(64)}`), []],
  ['an artifact of a tag that moves', artifact('latest'), ['version_floats']],
  ['what Argo CD finds, under a long name', long, ['name_long']],
  ['what Helm doesn’t render, under a long name', { ...long, ...artifact('1.2.3') }, []],
  ['a chart under its own name alone', { ...long, ...chart('1.2.3') }, []],
  [
    'a chart under a long name of its own',
    { ...chart('1.2.3'), name: 'a'.repeat(54) },
    ['name_long'],
  ],
  [
    'a chart whose release has a shorter name',
    {
      ...chart('1.2.3'),
      name: 'a'.repeat(54),
      packaging: { ...chart('').packaging, releaseName: 'a' },
    },
    [],
  ],
])('of %s', (_, given, codes) => {
  expect(applicationWarnings(null, anApplication(given)).map(({ code }) => code)).toEqual(codes)
})
