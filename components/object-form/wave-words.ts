// Waves as people read them.
import { linesOf } from './lines.ts'
import { type AfterRow, isAsked, type WaveRow } from './wave-rows.ts'

/**
 * Which clusters a wave has, and who approves it first, as `5 of ring=canary with target early, after 2 approvals of
 * release managers`. `nameOf`: how a group is called.
 */
export function membersText(row: WaveRow, isRest: boolean, nameOf: (id: string) => string): string {
  const { target, approvals } = row
  const approvers = linesOf(row.groups).map(nameOf)
  const which =
    target === '' ? clustersText(row, isRest) : `${clustersText(row)} with target ${target}`
  if (!isAsked(approvals)) return which
  const asked = `${which}, after ${approvals} ${approvals === '1' ? 'approval' : 'approvals'}`
  return approvers.length === 0 ? asked : `${asked} of ${inARow(approvers, 'or')}`
}

function clustersText({ clusters, size }: WaveRow, isRest = false): string {
  if (clusters !== '') return `${size || 'All'} of ${clusters}`
  if (size !== '') return sizeText(size)
  return isRest ? 'All others' : 'All'
}

function sizeText(size: string): string {
  if (size.endsWith('%')) return `${size} of all`
  return size === '1' ? '1 cluster' : `${size} clusters`
}

/** What must hold after a wave, as sentences. */
export function afterSentences(after: AfterRow | null, isRest: boolean): readonly string[] {
  const goesOn = isRest ? 'Is done' : 'Goes on'
  if (after === null) return [`${goesOn} as soon as it is in Git.`]
  const soak = durationWords(after.soak)
  const asked = [healthyWords(after), failingWords(after), silentWords(after)]
  const checks = linesOf(after.checks)
  const passed = checks.length === 0 ? '' : `, and ${inARow(checks)} passed`
  return [
    `${goesOn} when ${inARow(asked)}${soak === null ? '' : `, for ${soak}`}${passed}.`,
    failureSentence(after),
    after.unobserved === 'approve'
      ? 'Where no cluster reports, somebody approves it.'
      : 'Where no cluster reports, time alone counts.',
  ]
}

function healthyWords({ healthy }: AfterRow): string {
  return `${healthy === '100%' ? 'all' : healthy} of the clusters that report are healthy`
}

function failingWords({ failing }: AfterRow): string {
  if (failing === '0' || failing === '0%') return 'none is failing'
  return failing === '1' ? 'at most one is failing' : `at most ${failing} are failing`
}

function silentWords({ silent }: AfterRow): string {
  if (silent === '0%') return 'none is silent'
  return `at most ${silent === '50%' ? 'half' : silent} are silent`
}

function failureSentence({ deadline, checks, on_failure: onFailure }: AfterRow): string {
  const does = onFailure === 'pause' ? 'Pauses' : 'Rolls back'
  const late = durationWords(deadline)
  const causes = [
    'more are failing',
    ...(linesOf(checks).length > 0 ? ['a check failed'] : []),
    ...(late === null ? [] : [`it isn’t done after ${late}`]),
  ]
  return `${does} when ${inARow(causes, 'or')}.`
}

const UNITS = { m: 'minute', h: 'hour', d: 'day' } as const

/** Of `30m`, `30 minutes`; null: of nothing. What is no duration stays as it was written. */
function durationWords(text: string): string | null {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text.trim()) ?? []
  if (amount === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) return text || null
  const count = Number(amount)
  return count === 0 ? null : `${count} ${UNITS[unit]}${count === 1 ? '' : 's'}`
}

function inARow(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`
}
