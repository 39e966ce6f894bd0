'use client'

import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#components/api.ts'
import { Pace } from '#components/live/pace.ts'
import { useLive } from '#components/live/use-live.ts'
import type { MatrixJson } from '#lib/schemas/matrix.ts'
import { apiPaths } from '#lib/schemas/paths.ts'

/** What is asked at once: some windows fill a screen, and scrolling asks for the next one before it is seen. */
const TILE = { rows: 30, columns: 60 }

const MATRIX_KEY = 'matrix'

type Tile = { readonly row: number; readonly column: number }

function tileQuery(query: string, { row, column }: Tile) {
  return {
    queryKey: [MATRIX_KEY, query, row, column],
    staleTime: Infinity,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const window = new URLSearchParams(query)
      window.set('rowFrom', String(row * TILE.rows))
      window.set('rowLimit', String(TILE.rows))
      window.set('columnFrom', String(column * TILE.columns))
      window.set('columnLimit', String(TILE.columns))
      // Only the head is read by groups alone, on phones.
      if (row + column > 0) window.set('omitLineCounts', 'true')
      const path = `${apiPaths.matrix}?${window.toString()}`
      return (await ask<MatrixJson>(path, { signal })).answer
    },
  }
}

/** The first window, from whose groups all lines follow; the last one stays until the next one is there. */
export function useMatrixHead(query: string) {
  return useQuery({ ...tileQuery(query, { row: 0, column: 0 }), placeholderData: keepPreviousData })
}

export type Span = { readonly first: number; readonly last: number }

type Line = MatrixJson['rows']['lines'][number]

export type SeenMatrix = {
  /** Undefined: it isn't there yet. */
  readonly rowAt: (row: number) => Line | undefined
  readonly columnAt: (column: number) => Line | undefined
  readonly cellAt: (row: number, column: number) => MatrixJson['cells'][number][number] | undefined
  readonly windows: readonly MatrixJson[]
  readonly error: Error | null
}

/** What is known of the lines in sight. */
export function useMatrixWindows(query: string, rows: Span, columns: Span): SeenMatrix {
  const tiles = tilesOf(rows, columns)
  const { answers, error } = useQueries({
    queries: tiles.map((tile) => tileQuery(query, tile)),
    combine: combined,
  })
  const at = (row: number, column: number) => {
    const [tileRow, tileColumn] = [Math.floor(row / TILE.rows), Math.floor(column / TILE.columns)]
    const place = tiles.findIndex((tile) => tile.row === tileRow && tile.column === tileColumn)
    return answers[place]
  }
  return {
    rowAt: (row) => at(row, columns.first)?.rows.lines[row % TILE.rows],
    columnAt: (column) => at(rows.first, column)?.columns.lines[column % TILE.columns],
    cellAt: (row, column) => at(row, column)?.cells[row % TILE.rows]?.[column % TILE.columns],
    windows: answers.filter((answer) => answer !== undefined),
    error,
  }
}

type Result = { readonly data: MatrixJson | undefined; readonly error: Error | null }

function combined(results: readonly Result[]) {
  return {
    answers: results.map(({ data }) => data),
    error: results.find(({ error }) => error !== null)?.error ?? null,
  }
}

function tilesOf(rows: Span, columns: Span): readonly Tile[] {
  const places = ({ first, last }: Span, size: number) => {
    const begin = Math.floor(first / size)
    return Array.from({ length: Math.floor(last / size) - begin + 1 }, (_, place) => begin + place)
  }
  return places(rows, TILE.rows).flatMap((row) =>
    places(columns, TILE.columns).map((column) => ({ row, column })),
  )
}

/** Asks again for what is in sight when something happens that may change it. */
export function useCurrentMatrix(isOfNow: boolean): void {
  const client = useQueryClient()
  const [pace] = useState(() => paced(() => client.invalidateQueries({ queryKey: [MATRIX_KEY] })))
  useEffect(() => () => pace.stop(), [pace])
  useLive(['observed', 'freshness', 'changes', 'publications'], () => {
    if (isOfNow) pace.want()
  })
}

function paced(act: () => Promise<void>): Pace {
  const pace = new Pace(() => void act().finally(() => pace.ended()))
  return pace
}
