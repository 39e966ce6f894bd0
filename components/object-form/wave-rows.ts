// The waves of an environment as a form holds them: a row for each, all of its fields as they are typed.
import { textProblem } from '#components/selector/selector-rows.ts'
import { selectorText } from '#components/selector/selector-text.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'

export type WavesJson = JsonOfKind<'environment'>['waves']

export type WaveRow = {
  readonly name: string
  /** As kubectl writes a selector; empty: all. */
  readonly clusters: string
  /** A number or percents; empty: all. */
  readonly size: string
  /** How many approvals there must be; empty: none. */
  readonly approvals: string
  /** The groups that approve, an id a line. */
  readonly groups: string
  readonly self: boolean
  readonly soak: string
}

const EMPTY_WAVE: WaveRow = {
  name: '',
  clusters: '',
  size: '',
  approvals: '',
  groups: '',
  self: false,
  soak: '',
}

export const REST_ROW: WaveRow = { ...EMPTY_WAVE, name: 'rest' }

/** With an empty wave before the last, which is the rest. */
export function withNewWave(rows: readonly WaveRow[]): readonly WaveRow[] {
  return rows.toSpliced(-1, 0, EMPTY_WAVE)
}

/** With a wave moved before the one that it follows. */
export function withWaveEarlier(rows: readonly WaveRow[], index: number): readonly WaveRow[] {
  return rows.toSpliced(index - 1, 2, rows[index]!, rows[index - 1]!)
}

export function rowsOfWaves(waves: WavesJson): readonly WaveRow[] {
  return waves.map(({ name, clusters, size, before, after }) => {
    const asked = before?.approvals
    return {
      name,
      clusters: clusters === undefined ? '' : selectorText(clusters),
      size: String(size ?? ''),
      approvals: String(asked?.count ?? ''),
      groups: (asked?.groups ?? []).map(({ id }) => id).join('\n'),
      self: asked?.self ?? false,
      soak: after?.soak ?? '',
    }
  })
}

export function wavesOfRows(rows: readonly WaveRow[]): readonly unknown[] {
  return rows.map(({ name, clusters, size, approvals, groups, self, soak }) => ({
    name,
    ...(clusters.trim() !== '' && { clusters }),
    ...(size.trim() !== '' && { size: typedNumber(size) }),
    ...(isAsked(approvals) && {
      before: { approvals: { count: typedNumber(approvals), groups: idsOf(groups), self } },
    }),
    ...(soak.trim() !== '' && { after: { soak: soak.trim() } }),
  }))
}

/** Whether somebody has to approve. */
export function isAsked(approvals: string): boolean {
  return !['', '0'].includes(approvals.trim())
}

/** Why the waves can't be sent yet; null: they can. */
export function wavesProblem(rows: readonly WaveRow[]): string | null {
  if (rows.some(({ name }) => name.trim() === '')) return 'Each wave needs a name.'
  const flaws = rows.flatMap(({ clusters }) =>
    clusters.trim() === '' ? [] : [textProblem(clusters)],
  )
  return flaws.find((flaw) => flaw !== null) ?? null
}

/** A wave in a line, as `canary: 5 of ring=canary, 1 approval, 30m`. */
export function waveText({ name, clusters, size, approvals, soak }: WaveRow): string {
  const which = [size, clusters].filter((part) => part !== '').join(' of ')
  const asked = isAsked(approvals)
    ? `${approvals} ${approvals === '1' ? 'approval' : 'approvals'}`
    : ''
  const said = [which, asked, soak].filter((part) => part !== '')
  return said.length === 0 ? name : `${name}: ${said.join(', ')}`
}

/** What is no number stays a text, so that its field says so. */
function typedNumber(text: string): number | string {
  const trimmed = text.trim()
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}

function idsOf(lines: string): readonly { readonly id: string }[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((id) => ({ id }))
}
