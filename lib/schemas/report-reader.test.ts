import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HISTORY_MAX, ITEMS_MAX, TEXT_MAX } from '#lib/domain/observed/reported.ts'
import { readReportJson } from './report-reader.ts'
import { reportInput } from './report.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 1000)
const COMMIT = '26d0bcc16f1c8f39ee472a3f41af81f1d0fc7b27'
const AT = '2026-03-01T12:00:00Z'

const head = { apiVersion: 'berth.dev/v1', kind: 'Report', at: AT }
const name = { namespace: 'argocd', name: 'payments--api' }
const full = {
  ...head,
  sequence: 7,
  complete: true,
  reconciler: {
    kind: 'argocd',
    version: '3.6.0',
    confinement: {
      enabled: true,
      enforced: false,
      controllerRole: 'narrow',
      projectsWithout: ['default'],
    },
  },
  items: [
    {
      ...name,
      targetRevision: 'main',
      revision: COMMIT,
      sync: 'OutOfSync',
      health: 'Degraded',
      phase: 'Failed',
      message: 'it failed',
      startedAt: AT,
      finishedAt: '2026-03-01T13:00:01.5+01:00',
      reconciledAt: AT,
      deleting: true,
      images: ['registry.example/api:1'],
      conditions: [{ type: 'SyncError', message: 'it failed' }],
      history: [
        { id: 3, revision: COMMIT, deployedAt: AT, deployStartedAt: AT, initiatedBy: 'ann' },
      ],
    },
  ],
}

function issues(value: unknown): readonly (readonly [string, string])[] {
  const report = readReportJson(value)
  return report.ok ? [] : report.issues.map(({ path, code }) => [path.join('/'), code])
}

function read(value: unknown) {
  const report = readReportJson(value)
  if (!report.ok) expect.fail(JSON.stringify(report.issues))
  return report.value
}

describe('a report in its short form', () => {
  it('is read to the field', () => {
    const at = new Date(AT)
    expect(read(full)).toEqual({
      observedAt: at,
      sequence: 7,
      isComplete: true,
      reconciler: full.reconciler,
      items: [
        {
          ...full.items[0],
          isTracked: true,
          startedAt: at,
          finishedAt: new Date('2026-03-01T12:00:01.500Z'),
          reconciledAt: at,
          history: [
            { id: 3, revision: COMMIT, deployedAt: at, deployStartedAt: at, initiatedBy: 'ann' },
          ],
        },
      ],
    })
  })

  it('may say no more than names', () => {
    expect(read({ ...head, items: [name] })).toEqual({
      observedAt: new Date(AT),
      sequence: null,
      isComplete: true,
      reconciler: null,
      items: [
        {
          ...name,
          isTracked: true,
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
        },
      ],
    })
  })

  it('may be about a part of the cluster, even about none', () => {
    expect(read({ ...head, complete: false, items: [] })).toMatchObject({
      isComplete: false,
      items: [],
    })
  })

  it('counts words that Berth doesn’t know as unknown, and what is no commit as none', () => {
    const item = { ...name, sync: 'Drifting', health: '', phase: 'Paused', revision: 'main' }
    expect(read({ ...head, items: [item] }).items[0]).toMatchObject({
      sync: 'Unknown',
      health: 'Unknown',
      phase: null,
      revision: null,
    })
  })

  it('keeps what can be stored of texts, and the newest syncs', () => {
    const item = {
      ...name,
      message: `a\0b\ud800${'c'.repeat(TEXT_MAX)}`,
      history: Array.from({ length: HISTORY_MAX + 1 }, (_, id) => ({
        id,
        revision: COMMIT,
        deployedAt: AT,
      })),
    }
    const { message, history } = read({ ...head, items: [item] }).items[0]!
    expect(message).toMatch(/^a\ufffdb\ufffdc+$/)
    expect(message).toHaveLength(TEXT_MAX)
    expect([history.length, history[0]?.id]).toEqual([HISTORY_MAX, 1])
  })

  it.each([
    ['no object', 1, [['', 'type']]],
    [
      'nothing',
      {},
      [
        ['apiVersion', 'required'],
        ['kind', 'required'],
        ['at', 'required'],
        ['items', 'required'],
      ],
    ],
    ['another version', { ...full, apiVersion: 'berth.dev/v2' }, [['apiVersion', 'one_of']]],
    ['another kind', { ...full, kind: 'List' }, [['kind', 'one_of']]],
    ['an instant that is none', { ...full, at: '2026-02-30T00:00:00Z' }, [['at', 'type']]],
    ['a fraction as its count', { ...full, sequence: 1.5 }, [['sequence', 'type']]],
    ['a count below 0', { ...full, sequence: -1 }, [['sequence', 'type']]],
    ['an unknown field', { ...full, tenant: 'x' }, [['tenant', 'unknown_field']]],
    [
      'an unknown field of an item',
      { ...full, items: [{ ...name, clusterId: 1 }] },
      [['items/0/clusterId', 'unknown_field']],
    ],
    [
      'an item without a name',
      { ...full, items: [{ namespace: 'argocd' }] },
      [['items/0/name', 'required']],
    ],
    ['an application twice', { ...full, items: [name, name] }, [['items/1', 'report_invalid']]],
    [
      'too many items',
      { ...full, items: Array.from({ length: ITEMS_MAX + 1 }, () => name) },
      [['items', 'too_many']],
    ],
    [
      'a sync that ended at no time',
      { ...full, items: [{ ...name, history: [{ revision: COMMIT }] }] },
      [['items/0/history/0/deployedAt', 'required']],
    ],
    [
      'a role that is none',
      {
        ...full,
        reconciler: {
          kind: 'argocd',
          confinement: { enabled: true, enforced: true, controllerRole: 'root' },
        },
      },
      [['reconciler/confinement/controllerRole', 'one_of']],
    ],
  ])('is refused with the path: %s', (_, value, expected) => {
    expect(issues(value)).toEqual(expected)
  })

  it('has no more issues than anybody reads', () => {
    expect(issues({ ...head, items: Array.from({ length: ITEMS_MAX }, () => 1) })).toHaveLength(20)
  })
})

describe('the description of the short form', () => {
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(null, '', 'main', AT, '2026-03-01T12:00:00', 0, -1, 1.5, true, [], {}, 2 ** 53),
    fc.string({ minLength: 250, maxLength: 256, unit: fc.constantFrom('a') }),
  )

  it('takes what is read, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), values), { maxLength: 3 }), (edits) => {
        const edited = structuredClone<object>(full)
        for (const [at, value] of edits) replace(edited, at, value)
        const isRead = readReportJson(edited).ok
        if (reportInput.safeParse(edited).success !== isRead) {
          expect.fail(`${isRead ? 'read' : 'not read'}: ${JSON.stringify(edited)}`)
        }
      }),
      { numRuns },
    )
  })
})

/** Replaces one of all values within an object, or adds one beside it. */
function replace(root: object, at: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = []
  const visit = (object: object) => {
    for (const [key, each] of Object.entries(object)) {
      places.push([object as Record<string, unknown>, key])
      if (typeof each === 'object' && each !== null) visit(each)
    }
  }
  visit(root)
  const [object, key] = places[at % places.length]!
  if (at % 7 === 0 && !Array.isArray(object)) object[`${key}2`] = value
  else object[key] = value
}
