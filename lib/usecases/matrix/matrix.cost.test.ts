// What a window of the matrix reads follows the window and what isn’t as most is, not how much is placed.
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { linesOf, type MatrixAxis, type MatrixLine } from '#lib/domain/fleet/matrix.ts'
import { APPLICATIONS, createWideFleet, PLACED, reportAll } from '../observed/testing/wide-fleet.ts'
import { readCells } from './cells.ts'
import { counterAmong } from './counts.ts'

const NOW = new Date()

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
  await createWideFleet(api)
  await inScope((scope) => reportAll(scope, NOW))
  await vacuumFully()
})

const inScope = <T>(fn: (scope: TenantScope) => Promise<T>, readOnly = false) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), { readOnly })

const axisOfAll = (members: readonly number[], isOpen: boolean): MatrixAxis => [
  { key: 'all', selector: 'all', members, isOpen },
]

const membersIn = (lines: readonly MatrixLine[]) => lines.filter(({ id }) => id !== null).length

/** How many rows of placements are read for a window in which an axis is open or closed. */
const rowsOf = (
  isOpen: { readonly rows: boolean; readonly columns: boolean },
  [fromRow, rowCount]: readonly [number, number],
  [fromColumn, columnCount]: readonly [number, number],
) =>
  inScope(async (scope) => {
    const { lastChange } = await readTenantState(scope, { lock: false })
    const fleet = await api.services.fleets.at(scope, lastChange)
    const rows = axisOfAll(fleet.applications.ordered, isOpen.rows)
    const columns = axisOfAll(fleet.clusters.ordered, isOpen.columns)
    const time = { change: null, observedAt: NOW, isPast: false }
    const window = {
      rows: { axis: rows, lines: linesOf(rows, fromRow, rowCount) },
      columns: { axis: columns, lines: linesOf(columns, fromColumn, columnCount) },
      colour: 'lag' as const,
      hasLineCounts: true,
    }
    return rowsReadBy(
      scope.tx,
      async () => {
        const { cells } = await readCells({ scope, time, fleet, isNow: true }, window)
        const pairs = cells.flat().filter((cell) => cell !== null && 'pair' in cell)
        expect(pairs).toHaveLength(membersIn(window.rows.lines) * membersIn(window.columns.lines))
      },
      ['placements', 'placements_past', 'observations'],
    )
  }, true)

describe('a window of the matrix', () => {
  it('reads the pairs that it shows, wherever it lies', async () => {
    const pairs = 10 * 30
    const open = { rows: true, columns: true }
    expect(await rowsOf(open, [5, 10], [20, 30])).toBeLessThan(4 * pairs)
    expect(await rowsOf(open, [5, 10], [1400, 30])).toBeLessThan(4 * pairs)
  })

  it('reads of groups only what isn’t as most is', async () => {
    const closed = { rows: false, columns: false }
    expect(await rowsOf(closed, [0, 40], [0, 60])).toBeLessThan((4 * PLACED) / 100)
  })

  it('reads of open rows beside groups only what isn’t as most is, twice', async () => {
    const rows = { rows: true, columns: false }
    expect(await rowsOf(rows, [0, 40], [0, 60])).toBeLessThan((8 * PLACED) / 100)
  })
})

describe('what is counted between lines', () => {
  it('reads how far the clusters of the columns have come, and no others', async () => {
    await inScope(async (scope) => {
      const { lastChange } = await readTenantState(scope, { lock: false })
      const fleet = await api.services.fleets.at(scope, lastChange)
      const time = { change: null, observedAt: NOW, isPast: false }
      const sides = { rows: [fleet.applications.ordered], columns: [[7], [11, 13]] }
      const rows = await rowsReadBy(
        scope.tx,
        async () => {
          const countBetween = await counterAmong(
            { scope, time, fleet, isNow: true },
            sides.columns.flat(),
          )
          const [cells] = await countBetween(sides)
          expect(cells).toMatchObject([{ placed: APPLICATIONS }, { placed: 2 * APPLICATIONS }])
        },
        ['cluster_reports', 'cluster_branches'],
      )
      expect(rows).toBeLessThan(20)
    }, true)
  })
})
