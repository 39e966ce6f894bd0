import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import { HISTORY_MAX, ITEMS_MAX, TEXT_MAX } from '#lib/domain/observed/reported.ts'
import { readApplicationList } from './application-list.ts'
import { captured, type Captured } from './testing/captured.ts'

const COMMIT = '26d0bcc16f1c8f39ee472a3f41af81f1d0fc7b27'
const OLDER = '73353acb527fba96afd176a1e3f5f2806e0cad54'

function read(value: unknown): readonly ReportedItem[] {
  const list = readApplicationList(value)
  if (!list.ok) expect.fail(JSON.stringify(list.issues))
  return list.value.items
}

function issues(value: unknown): readonly (readonly [string, string])[] {
  const list = readApplicationList(value)
  return list.ok ? [] : list.issues.map(({ path, code }) => [path.join('/'), code])
}

function named(list: Captured, name: string): ReportedItem {
  const item = read(captured(list)).find((each) => each.name === name)
  if (item === undefined) expect.fail(`${name} isn't there`)
  return item
}

type Parts = { metadata?: object; spec?: unknown; status?: unknown; operation?: unknown }

/** A list with one Application. */
function listOf({ metadata, ...parts }: Parts = {}) {
  const own = { namespace: 'argocd', name: 'payments--api', ...metadata }
  return { kind: 'List', items: [{ kind: 'Application', metadata: own, ...parts }] }
}

const one = (parts: Parts) => read(listOf(parts))[0]!

describe('what a real Argo CD printed', () => {
  it('is read to the field', () => {
    expect(named('mixed-states', 'ieb--app2')).toEqual({
      namespace: 'argocd',
      name: 'ieb--app2',
      isTracked: true,
      targetRevision: 'main',
      revision: COMMIT,
      sync: 'Synced',
      health: 'Healthy',
      phase: 'Succeeded',
      message: 'successfully synced (all tasks run)',
      startedAt: new Date('2026-11-22T01:33:49Z'),
      finishedAt: new Date('2026-11-22T01:33:49Z'),
      reconciledAt: expect.any(Date),
      deleting: false,
      images: [],
      conditions: [],
      history: [
        {
          id: 0,
          revision: COMMIT,
          deployedAt: new Date('2026-11-22T01:33:49Z'),
          deployStartedAt: new Date('2026-11-22T01:33:49Z'),
          initiatedBy: null,
        },
      ],
    })
  })

  it.each([
    ['healthy', 'ieb--app1', ['Synced', 'Healthy', 'Succeeded']],
    ['mixed-states', 'ieb--broken', ['Synced', 'Healthy', null]],
    ['mixed-states', 'ieb--degraded', ['Synced', 'Degraded', 'Succeeded']],
    ['mixed-states', 'payments--limitrange', ['OutOfSync', 'Missing', 'Running']],
    ['mixed-states', 'ieb--nopath', ['Unknown', 'Healthy', null, 'ComparisonError']],
    ['mixed-states', 'ieb--twin', ['OutOfSync', 'Healthy', 'Running', 'SharedResourceWarning']],
    ['being-deleted', 'payments--vcm', ['OutOfSync', 'Missing', 'Succeeded', 'DeletionError']],
  ] as const)('in %s has %s as it is', (list, name, expected) => {
    const { sync, health, phase, conditions } = named(list, name)
    expect([sync, health, phase, ...conditions.map(({ type }) => type)]).toEqual(expected)
  })

  it.each([
    ['ieb--degraded', /^Caused by apps\/Deployment/],
    ['payments--limitrange', /is not permitted in project payments\. Retrying attempt #8/],
    ['ieb--app2', /^successfully synced/],
    ['ieb--broken', null],
  ])('says of %s what explains its state', (name, message) => {
    const said = named('mixed-states', name).message
    if (message === null) expect(said).toBeNull()
    else expect(said).toMatch(message)
  })

  it('says which are being deleted', () => {
    expect(named('mixed-states', 'ieb--twin').deleting).toBe(true)
    expect(named('being-deleted', 'payments--vcm').deleting).toBe(true)
    expect(named('healthy', 'ieb--app1').deleting).toBe(false)
  })

  it('names no commit where the source can’t be read: Argo CD says the branch instead', () => {
    expect(named('mixed-states', 'ieb--nopath').revision).toBeNull()
  })

  it.each(['healthy', 'mixed-states', 'being-deleted'] as const)(
    'in %s says of each Application that the root made it',
    (list) => {
      expect(read(captured(list)).every(({ isTracked }) => isTracked)).toBe(true)
    },
  )
})

describe('a list', () => {
  it.each(['List', 'ApplicationList', undefined])('may be of the kind %s', (kind) => {
    expect(read({ ...captured('healthy'), kind })).toHaveLength(2)
  })

  it('leaves out objects of other kinds', () => {
    const { items } = captured('healthy')
    expect(read({ kind: 'List', items: [{ kind: 'AppProject' }, ...items] })).toHaveLength(2)
  })

  it('leaves out what applies configs, where the root made it', () => {
    const who = { namespace: 'argocd', name: 'berth-config' }
    const id = 'berth:argoproj.io/Application:argocd/berth-config'
    const annotations = { 'argocd.argoproj.io/tracking-id': id }
    expect(read(listOf({ metadata: { ...who, annotations } }))).toEqual([])
    expect(read(listOf({ metadata: who }))).toMatchObject([{ ...who, isTracked: false }])
  })

  it('may hold an Application of which nothing is known yet', () => {
    expect(one({})).toEqual({
      namespace: 'argocd',
      name: 'payments--api',
      isTracked: false,
      targetRevision: null,
      revision: null,
      sync: 'Unknown',
      health: 'Unknown',
      phase: null,
      message: null,
      startedAt: null,
      finishedAt: null,
      reconciledAt: null,
      deleting: false,
      images: [],
      conditions: [],
      history: [],
    })
  })
})

describe('an Application', () => {
  const id = 'berth:argoproj.io/Application:argocd/payments--api'
  it.each([
    ['one with its own tracking id', id, true],
    ['not one without', undefined, false],
    ['not one with the id of another Application, copied', `${id}2`, false],
    ['not one of another namespace, copied', id.replace('argocd', 'payments'), false],
    ['not one that another Application made', id.replace('berth:', 'payments--root:'), false],
    ['not one with an id that is no text', [id], false],
  ])('is made by the root if it is %s', (_, id, expected) => {
    const annotations = { 'argocd.argoproj.io/tracking-id': id }
    expect(one({ metadata: { annotations } }).isTracked).toBe(expected)
  })

  it.each([
    ['an operation is asked for that hasn’t begun', undefined, {}, 'Running'],
    ['another one is asked for after one that ended', 'Failed', {}, 'Running'],
    ['it is being stopped', 'Terminating', {}, 'Terminating'],
    ['it ended', 'Error', undefined, 'Error'],
    ['Argo CD says a word that Berth doesn’t know', 'Paused', undefined, null],
    ['none ever ran', undefined, undefined, null],
  ])('has the phase that it has where %s', (_, phase, operation, expected) => {
    expect(one({ operation, status: { operationState: { phase } } }).phase).toBe(expected)
  })

  it('counts words that Berth doesn’t know as unknown', () => {
    const status = { sync: { status: 'Drifting' }, health: { status: 'Fine' } }
    expect(one({ status })).toMatchObject({ sync: 'Unknown', health: 'Unknown' })
  })

  it('tells syncs by whom they were started, and leaves out those without a commit', () => {
    const at = '2026-11-22T01:00:00Z'
    const history = [
      { id: 1, revision: '1.2.3', deployedAt: at },
      { id: 2, revision: COMMIT, deployedAt: at, initiatedBy: { username: 'ann' } },
      { id: 3, revision: OLDER, deployedAt: at, initiatedBy: { automated: true } },
      { id: 4, revision: OLDER },
    ]
    const told = one({ status: { history } }).history
    expect(told.map(({ id, initiatedBy }) => [id, initiatedBy])).toEqual([
      [2, 'ann'],
      [3, null],
    ])
  })

  it('keeps what can be stored of its texts, and the newest of its syncs', () => {
    const message = `a\0b\ud800${'c'.repeat(2 * TEXT_MAX)}`
    const history = Array.from({ length: HISTORY_MAX + 5 }, (_, id) => ({
      id,
      revision: COMMIT,
      deployedAt: '2026-11-22T01:00:00Z',
    }))
    const told = one({ status: { operationState: { phase: 'Failed', message }, history } })
    expect(told.message).toHaveLength(TEXT_MAX)
    expect(told.message).toMatch(/^a\ufffdb\ufffdc+$/)
    expect(told.history.map(({ id }) => id)).toEqual(
      Array.from({ length: HISTORY_MAX }, (_, index) => index + 5),
    )
  })
})

const sync = (status: string, revision: string) => ({ status, revision })
const succeeded = (revision: string) => ({ phase: 'Succeeded', syncResult: { revision } })

const root = (status: object) => one({ metadata: { name: 'berth' }, status }).revision

describe('the root', () => {
  const history = [{ id: 0, revision: OLDER, deployedAt: '2026-11-22T01:00:00Z' }]

  it.each([
    [
      'the one that all is in sync with, though that changed nothing here',
      { sync: sync('Synced', COMMIT), operationState: succeeded(OLDER) },
      COMMIT,
    ],
    [
      'the one of the operation that succeeded, while a newer one is only compared',
      { sync: sync('OutOfSync', COMMIT), operationState: succeeded(OLDER) },
      OLDER,
    ],
    [
      'the one before, while an operation runs',
      {
        sync: sync('OutOfSync', COMMIT),
        operationState: { phase: 'Running', syncResult: { revision: COMMIT } },
        history,
      },
      OLDER,
    ],
    [
      'the one before, where an operation failed',
      {
        sync: sync('OutOfSync', COMMIT),
        operationState: { phase: 'Failed', syncResult: { revision: COMMIT } },
        history,
      },
      OLDER,
    ],
    [
      'the one before, while Git can’t be reached',
      { sync: sync('Unknown', 'main'), operationState: succeeded(OLDER) },
      OLDER,
    ],
    ['none before its first sync', { sync: sync('OutOfSync', COMMIT) }, null],
  ])('has applied %s', (_, status, expected) => {
    expect(root(status)).toBe(expected)
  })

  it('has applied its commit while a deletion is pending', () => {
    expect(named('mixed-states', 'berth')).toMatchObject({ sync: 'OutOfSync', revision: OLDER })
  })
})

describe('what has another shape', () => {
  it.each([
    ['a text', 'x', [['', 'type']]],
    ['null', null, [['', 'type']]],
    ['a list', [], [['', 'type']]],
    ['without items', {}, [['items', 'required']]],
    ['another kind', { kind: 'PodList', items: [] }, [['kind', 'one_of']]],
    ['items that are no list', { items: {} }, [['items', 'type']]],
    ['an item that is none', { items: [1] }, [['items/0', 'type']]],
    ['an item without metadata', { items: [{}] }, [['items/0/metadata', 'required']]],
    [
      'an item without a name',
      { items: [{ metadata: {} }] },
      [
        ['items/0/metadata/namespace', 'required'],
        ['items/0/metadata/name', 'required'],
      ],
    ],
    [
      'a name that is none',
      listOf({ metadata: { name: 'a'.repeat(254), namespace: '' } }),
      [
        ['items/0/metadata/namespace', 'name_format'],
        ['items/0/metadata/name', 'name_format'],
      ],
    ],
    [
      'a name of another type',
      listOf({ metadata: { name: 1 } }),
      [['items/0/metadata/name', 'type']],
    ],
    ['a status of another type', listOf({ status: [] }), [['items/0/status', 'type']]],
    ['a sync of another type', listOf({ status: { sync: 1 } }), [['items/0/status/sync', 'type']]],
    [
      'an instant that is none',
      listOf({ status: { reconciledAt: 'today' } }),
      [['items/0/status/reconciledAt', 'type']],
    ],
    [
      'a history of another type',
      listOf({ status: { history: [1, { id: -1 }] } }),
      [
        ['items/0/status/history/0', 'type'],
        ['items/0/status/history/1/id', 'type'],
      ],
    ],
    [
      'an Application twice',
      { items: [...listOf().items, ...listOf().items] },
      [['items/1', 'report_invalid']],
    ],
    [
      'too many',
      { items: Array.from({ length: ITEMS_MAX + 1 }, () => 1) },
      [['items', 'too_many']],
    ],
  ])('is an issue with its path: %s', (_, value, expected) => {
    expect(issues(value)).toEqual(expected)
  })

  describe('of a chart or an artifact', () => {
    const DIGEST = `sha256:${'ab'.repeat(32)}`
    const chart = { repoURL: 'https://charts.example.com', chart: 'x', targetRevision: '1.x' }
    const artifact = { repoURL: 'oci://ghcr.io/x', targetRevision: 'v1', path: '.' }
    const git = { repoURL: 'https://h/r', targetRevision: '1.2.3', path: '.' }
    const deployedAt = '2026-11-22T01:33:49Z'
    const told = (source: object, revision: string, compared: object = source, synced = compared) =>
      one({
        spec: { source },
        status: {
          sync: { status: 'Synced', revision, comparedTo: { source: compared } },
          history: [{ id: 1, revision, deployedAt, source: synced }],
        },
      })

    const withValues = (mode: string) => ({
      ...chart,
      helm: { releaseName: 'x', valuesObject: { mode, list: [1, { a: true }] } },
    })

    it.each<[string, object, string, string | null]>([
      ['the version of a chart', chart, '1.2.3', '1.2.3'],
      ['the version of a chart with a v', chart, 'v1.2.3', 'v1.2.3'],
      ['the digest of an artifact', artifact, DIGEST, DIGEST],
      ['a commit of Git', git, COMMIT, COMMIT],
      ['no range that could not be resolved', chart, '1.x', null],
      ['no tag that could not be resolved', artifact, 'v1', null],
      ['no tag of Git that looks like a version', git, '1.2.3', null],
      ['no commit of a chart', chart, COMMIT, null],
    ])('is %s the revision', (_, source, revision, read) => {
      const item = told(source, revision)
      expect(item.revision).toBe(read)
      expect(item.history.map((entry) => entry.revision)).toEqual(read === null ? [] : [read])
    })

    it('is said whether what is told is of its values as they are by now', () => {
      const [off, on] = [withValues('off'), withValues('on')]
      const reordered = JSON.parse(JSON.stringify(on), (_, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toReversed())
          : value,
      )
      expect(told(on, '1.2.3', reordered)).toMatchObject({ revision: '1.2.3', sync: 'Synced' })
      expect(told(on, '1.2.3', off)).toMatchObject({ revision: null, sync: 'OutOfSync' })
      expect(told(on, '1.2.3', on, off)).toMatchObject({ revision: null, sync: 'Synced' })
      expect(told(on, '1.2.3', off).history).toHaveLength(1)
    })
  })

  it('makes no more issues than anybody reads', () => {
    expect(issues({ items: Array.from({ length: ITEMS_MAX }, () => null) })).toHaveLength(20)
  })

  it('throws nothing, whatever is changed in what Argo CD printed', () => {
    const list = captured('mixed-states')
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', '\0', '\ud800', '__proto__', Infinity, null),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), values), { minLength: 1, maxLength: 5 }), (edits) => {
        const edited = structuredClone(list)
        for (const [at, value] of edits) replace(edited, at, value)
        const answer = readApplicationList(edited)
        if (answer.ok) for (const item of answer.value.items) expect(storable(item)).toBe(true)
        else expect(answer.issues.length).toBeGreaterThan(0)
      }),
    )
  })
})

/** Replaces one of all values within an object. */
function replace(root: object, at: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = []
  const visit = (object: object) => {
    for (const [key, each] of Object.entries(object)) {
      places.push([object as Record<string, unknown>, key])
      if (typeof each === 'object' && each !== null) visit(each)
    }
  }
  visit(root)
  if (places.length === 0) return
  const [object, key] = places[at % places.length]!
  object[key] = value
}

function storable(item: ReportedItem): boolean {
  return JSON.stringify(item).isWellFormed() && !/\\u0000|\\ud[89a-f]/.test(JSON.stringify(item))
}
