// The waves of an environment as a form holds them: a row for each, all of its fields as they are typed.
import { textProblem } from '#components/selector/selector-rows.ts'
import { selectorText } from '#components/selector/selector-text.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { linesOf } from './lines.ts'
import { typedNumber } from './typed-number.ts'

export type WavesJson = JsonOfKind<'environment'>['waves']
export type AfterJson = NonNullable<WavesJson[number]['after']>

export type WaveRow = {
  readonly name: string
  /** As kubectl writes a selector; empty: all. */
  readonly clusters: string
  /** The name of a target of applications; empty: whatever they have. */
  readonly target: string
  /** A number or percents; empty: all. */
  readonly size: string
  /** How many approvals there must be; empty: none. */
  readonly approvals: string
  /** The groups that approve, an id a line. */
  readonly groups: string
  readonly self: boolean
  /** What must hold after it; null: nothing. */
  readonly after: AfterRow | null
}

export type AfterRow = {
  readonly soak: string
  readonly healthy: string
  readonly failing: string
  readonly silent: string
  /** Empty: none. */
  readonly deadline: string
  /** Their names, one a line. */
  readonly checks: string
  readonly unobserved: NonNullable<AfterJson['unobserved']>
  readonly on_failure: NonNullable<AfterJson['on_failure']>
}

const EMPTY_WAVE: WaveRow = {
  name: '',
  clusters: '',
  target: '',
  size: '',
  approvals: '',
  groups: '',
  self: false,
  after: null,
}

/** What is asked where nothing is said of a field. */
export const ASKED_AFTER: AfterRow = {
  soak: '0m',
  healthy: '100%',
  failing: '0',
  silent: '50%',
  deadline: '',
  checks: '',
  unobserved: 'approve',
  on_failure: 'pause',
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
  return waves.map(({ name, clusters, target, size, before, after }) => {
    const asked = before?.approvals
    return {
      name,
      clusters: clusters === undefined ? '' : selectorText(clusters),
      target: target ?? '',
      size: String(size ?? ''),
      approvals: String(asked?.count ?? ''),
      groups: (asked?.groups ?? []).map(({ id }) => id).join('\n'),
      self: asked?.self ?? false,
      after: after === undefined ? null : rowOfAfter(after),
    }
  })
}

export function rowOfAfter({ failing, checks, ...after }: AfterJson): AfterRow {
  return {
    ...ASKED_AFTER,
    ...after,
    failing: String(failing ?? ASKED_AFTER.failing),
    checks: (checks ?? []).join('\n'),
  }
}

export function wavesOfRows(rows: readonly WaveRow[]): readonly unknown[] {
  return rows.map(({ name, clusters, target, size, approvals, groups, self, after }) => ({
    name,
    ...(clusters.trim() !== '' && { clusters }),
    ...(target.trim() !== '' && { target: target.trim() }),
    ...(size.trim() !== '' && { size: typedNumber(size) }),
    ...(isAsked(approvals) && {
      before: { approvals: { count: typedNumber(approvals), groups: idsOf(groups), self } },
    }),
    ...(after && { after: afterOfRow(after) }),
  }))
}

/** What was emptied is asked as where nothing is said of it. */
function afterOfRow({ failing, checks, unobserved, on_failure, ...texts }: AfterRow) {
  const typed = Object.entries(texts).map(([field, text]) => [field, text.trim()])
  const names = linesOf(checks)
  return {
    ...Object.fromEntries(typed.filter(([, text]) => text !== '')),
    ...(failing.trim() !== '' && { failing: typedNumber(failing) }),
    ...(names.length > 0 && { checks: names }),
    unobserved,
    on_failure,
  }
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

function idsOf(lines: string): readonly { readonly id: string }[] {
  return linesOf(lines).map((id) => ({ id }))
}
