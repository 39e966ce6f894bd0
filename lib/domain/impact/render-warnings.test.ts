import { describe, expect, it } from 'vitest'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Packaging } from '#lib/domain/objects/application/packaging.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

const helm = {
  type: 'git',
  render: 'helm',
  releaseName: null,
  configUnder: null,
  values: {},
} as const
const chart = { ...helm, type: 'helm', chart: 'web' } as const
const directory = { type: 'git', render: 'directory' } as const
const kustomize = { type: 'git', render: 'kustomize' } as const

const everywhere = editTo(0, aPolicy({}))

function warned(
  before: Partial<Application> | null,
  after: Partial<Application>,
  policies = [everywhere],
) {
  const placed = [editTo(0, aTeam({})), editTo(0, aCluster({})), ...policies]
  const made = before === null ? [] : [editTo(0, anApplication(before))]
  const edits = [editTo(0, anApplication(after))]
  const { impact } = impactOn(emptyFleet().with([...placed, ...made]), edits)
  return impactWarnings(impact, edits)
    .filter(({ code }) => code === 'render_changes')
    .map(({ message }) => message)
}

const warnedOf = (before: Packaging | null, after: Packaging | null) =>
  warned({ packaging: before }, { packaging: after })

describe('an application that is placed, and becomes manifests in another way', () => {
  it.each<[string, Packaging | null, Packaging | null, string]>([
    [
      'by Helm, which was found out',
      null,
      helm,
      'Argo CD renders app1 with Helm. The release of its chart, if it has one, is app1 instead of ieb--app1: objects with that in their names are made anew, and the old ones deleted.',
    ],
    [
      'as Argo CD finds it, and no longer by Helm',
      helm,
      null,
      'Argo CD finds out by itself how app1 becomes manifests. The release of its chart, if it has one, is ieb--app1 instead of app1: objects with that in their names are made anew, and the old ones deleted.',
    ],
    [
      'with its subfolders',
      null,
      directory,
      'Argo CD applies the manifests of app1 as they lie there, with those of subfolders. Objects may come out differently, and those that no longer come out are deleted.',
    ],
    [
      'without its subfolders',
      directory,
      null,
      'Argo CD finds out by itself how app1 becomes manifests. Objects may come out differently, and those that no longer come out are deleted.',
    ],
    [
      'by Kustomize, and no longer by Helm',
      helm,
      kustomize,
      'Argo CD finds out by itself how app1 becomes manifests. Objects may come out differently, and those that no longer come out are deleted.',
    ],
    [
      'as a release of another name',
      helm,
      { ...helm, releaseName: 'web' },
      'Argo CD renders app1 with Helm. The release of its chart, if it has one, is web instead of app1: objects with that in their names are made anew, and the old ones deleted.',
    ],
  ])('%s, says what may happen', (_, before, after, message) => {
    expect(warnedOf(before, after)).toEqual([message])
  })

  it.each<[string, Packaging | null, Packaging | null]>([
    ['as a kustomization, which Argo CD finds anyway', null, kustomize],
    ['as found, and no longer said to be a kustomization', kustomize, null],
    ['with other values', helm, { ...helm, values: { replicas: 2 } }],
    ['from a repository of charts, under the same release', helm, chart],
  ])('%s, says nothing', (_, before, after) => {
    expect(warnedOf(before, after)).toEqual([])
  })
})

describe('nothing is said', () => {
  const isHelm = { packaging: helm }

  it('of a new application', () => {
    expect(warned(null, isHelm)).toEqual([])
  })

  it('of one that is placed nowhere', () => {
    expect(warned({}, isHelm, [])).toEqual([])
  })

  it('of one that waits for its first version everywhere', () => {
    const waiting = { follow: 'versions' } as const
    expect(warned(waiting, { ...waiting, ...isHelm })).toEqual([])
  })

  it('of one that leaves all of its clusters by the same edit', () => {
    const selected = { appSelector: anApplicationNamed('app1') }
    const policies = [editTo(0, aPolicy(selected))]
    expect(warned({}, isHelm, policies)).toHaveLength(1)
    expect(warned({}, { ...isHelm, name: 'app2' }, policies)).toEqual([])
  })
})

function anApplicationNamed(name: string) {
  const term = { key: 'name', operator: '=', values: [name] } as const
  return { kind: 'terms', terms: [term] } as const
}
