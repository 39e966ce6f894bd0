import { describe, expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import type { Packaging } from '#lib/domain/objects/application/packaging.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { sourceOf } from '#lib/domain/releases/release.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { NEEDS } from '#lib/domain/testing/releases.ts'
import { impactWarnings } from './impact-warnings.ts'

const helm = { render: 'helm', releaseName: null, configUnder: null, values: {} } as const
const branch = anApplication({})
const versions = anApplication({ follow: 'versions' })

const base = (environment: string): Edit => ({
  kind: 'release',
  id: 0,
  after: {
    application: 0,
    environment,
    version: 1,
    source: sourceOf(versions),
    targets: null,
    clusters: null,
    current: false,
    rollout: null,
  },
})

/** Two clusters without an environment and one in `qa`, everything on all of them. */
const fleet = emptyFleet().with([
  editTo(0, aTeam({})),
  editTo(0, aCluster({})),
  editTo(1, aCluster({ name: 'c2' })),
  editTo(2, aCluster({ name: 'c3', environment: 'qa' })),
  editTo(0, aPolicy({})),
])

function warned(before: readonly Edit[], edits: readonly Edit[], code: string) {
  const { impact } = impactOn(fleet.with(before), edits)
  return impactWarnings(impact, edits)
    .filter((warning) => warning.code === code)
    .map(({ message }) => message)
}

function edited(before: Application, after: Application) {
  return warned([editTo(0, before)], [editTo(0, after)], 'takes_effect_with_next_version')
}

function turned(before: Application, after: Application, more: readonly Edit[] = []) {
  return warned([editTo(0, before), ...more], [editTo(0, after)], 'follows_branch_until_rollout')
}

describe('an application that turns to versions where it runs', () => {
  it('is said to follow its branch until the first rollout, since nothing is pinned', () => {
    expect(turned(branch, versions)).toEqual([
      `Nothing is pinned by this: in each environment app1 keeps following ${branch.repoBranch} until its first rollout there, and each commit still reaches its clusters.`,
    ])
  })

  it('is not where nothing moves on: of a commit, placed nowhere, or turned before', () => {
    const pinned = { repoBranch: 'a'.repeat(40) }
    expect(turned({ ...branch, ...pinned }, { ...versions, ...pinned })).toEqual([])
    const nowhere = [editTo(0, aPolicy({ suspended: true }))]
    expect(turned(branch, versions, nowhere)).toEqual([])
    expect(turned(versions, versions)).toEqual([])
    expect(turned(versions, branch)).toEqual([])
  })
})

describe('another source of an application', () => {
  it.each([
    ['repo_url', { repoUrl: 'https://git.example/app2' }],
    ['repo_branch', { repoBranch: 'v2' }],
    ['repo_path', { repoPath: 'other' }],
  ])('takes effect with the next version of one that follows versions: its %s', (_, source) => {
    expect(edited(versions, { ...versions, ...source })).toEqual([
      'app1 follows versions, so its clusters keep what they have: its new repository, branch or path takes effect with the next version.',
    ])
    expect(edited(branch, { ...versions, ...source })).toHaveLength(1)
    expect(edited(branch, { ...branch, ...source })).toEqual([])
    expect(edited(versions, { ...branch, ...source })).toEqual([])
  })

  it.each<[string, Packaging]>([
    ['repository or version', { type: 'helm', chart: 'web', ...helm }],
    ['repository, version or digest, or path', { type: 'oci', render: 'directory' }],
  ])('takes effect in the words of its source: %s', (words, packaging) => {
    const [message] = edited(
      { ...versions, packaging },
      { ...versions, packaging, repoBranch: '2.0.0' },
    )
    expect(message).toContain(`its new ${words} takes effect with the next version.`)
  })

  const early: Target = { name: 'early', environment: 'qa', repoPath: 'early' }
  it.each<{ are: string; before: readonly Target[]; after: readonly Target[]; warned: number }>([
    { are: 'new', before: [], after: [early], warned: 1 },
    { are: 'elsewhere', before: [early], after: [{ ...early, repoPath: 'x' }], warned: 1 },
    {
      are: 'in another environment, too',
      before: [early],
      after: [early, { ...early, environment: 'prod' }],
      warned: 1,
    },
    { are: 'as they were', before: [early], after: [early], warned: 0 },
    { are: 'gone', before: [early], after: [], warned: 0 },
  ])('is one of its targets, too, where they are $are', ({ before, after, warned }) => {
    const messages = edited({ ...versions, targets: before }, { ...versions, targets: after })
    expect(messages).toEqual(
      Array.from(
        { length: warned },
        () =>
          'app1 follows versions, so its clusters keep what they have: new directories of its targets take effect with the next version.',
      ),
    )
    expect(edited({ ...branch, targets: before }, { ...branch, targets: after })).toEqual([])
  })

  it('says both of what differs', () => {
    expect(edited(versions, { ...versions, repoPath: 'other', targets: [early] })).toEqual([
      'app1 follows versions, so its clusters keep what they have: its new repository, branch or path takes effect, and new directories of its targets take effect with the next version.',
    ])
  })

  it('is nothing to warn of when the source stays, or the application is new', () => {
    expect(edited(versions, { ...versions, description: 'new' })).toEqual([])
    expect(warned([], [editTo(0, versions)], 'takes_effect_with_next_version')).toEqual([])
  })
})

describe('clusters without an environment', () => {
  it('get nothing of an application that follows versions, which is said once', () => {
    const edits = [editTo(0, versions), editTo(1, { ...versions, name: 'app2' })]
    expect(warned([], edits, 'no_environment')).toEqual([
      'Nothing is delivered to 4 placements of 2 applications that follow versions: a version is released in an environment, and the clusters name none.',
    ])
  })

  it.each<[string, Edit[], Edit[]]>([
    ['have a release there', [base('')], [editTo(0, versions)]],
    ['follow their branch', [], [editTo(0, branch)]],
    ['wait for others with their branch', [], [editTo(0, { ...branch, dependsOn: NEEDS })]],
    ['are not placed there', [editTo(0, aPolicy({ suspended: true }))], [editTo(0, versions)]],
  ])('are nothing to warn of for applications that %s', (_, before, edits) => {
    expect(warned(before, edits, 'no_environment')).toEqual([])
  })
})
