import type { Issue } from '#lib/domain/text/issue.ts'
import { groupsIssues } from '../group-issues.ts'
import { dnsLabelIssues } from '../names.ts'
import { type ApprovalRule, isRest, type WaveRule } from './wave-rule.ts'

const WAVES_MAX = 20
const APPROVALS_MAX = 20

/** Every issue of waves that were read, whose last is the rest. */
export function waveIssues(waves: readonly WaveRule[]): readonly Issue[] {
  if (waves.length > WAVES_MAX) {
    const reason = `There are ${waves.length} waves with the rest; at most ${WAVES_MAX} are allowed.`
    return [{ path: ['waves'], code: 'too_many', reason }]
  }
  return waves.flatMap((wave, index) => [
    ...nameIssues(waves, wave, index),
    ...(isRest(wave) && index < waves.length - 1
      ? [
          badWave(
            index,
            'clusters',
            'Only the last wave has no clusters, target or size: the rest.',
          ),
        ]
      : []),
    ...(wave.target === null ? [] : dnsLabelIssues(wave.target, ['waves', index, 'target'])),
    ...approvalIssues(wave.before.approvals, index),
    ...checkIssues(wave.after.checks, index),
  ])
}

/** The earlier of two is named: the later may be the rest, which nobody wrote. */
function nameIssues(
  waves: readonly WaveRule[],
  { name }: WaveRule,
  index: number,
): readonly Issue[] {
  const issues = dnsLabelIssues(name, ['waves', index, 'name'])
  const isTaken = waves.findLastIndex((other) => other.name === name) > index
  return isTaken
    ? [...issues, badWave(index, 'name', 'A later wave has the same name; the last is the rest.')]
    : issues
}

function approvalIssues(asked: ApprovalRule | null, index: number): readonly Issue[] {
  if (asked === null) return []
  const path = ['waves', index, 'before', 'approvals']
  const { count, groups } = asked
  const isCount = Number.isInteger(count) && count >= 1 && count <= APPROVALS_MAX
  return [
    ...(isCount
      ? []
      : [
          {
            path: [...path, 'count'],
            code: 'count_range',
            reason: `This is a number from 1 to ${APPROVALS_MAX}.`,
          },
        ]),
    ...(groups.length > 0
      ? []
      : [
          {
            path: [...path, 'groups'],
            code: 'bad_wave',
            reason: 'Approvals name at least one group.',
          },
        ]),
    ...groupsIssues(groups, ...path, 'groups'),
  ]
}

const CHECKS_MAX = 10

function checkIssues(checks: readonly string[], index: number): readonly Issue[] {
  const path = ['waves', index, 'after', 'checks']
  if (checks.length > CHECKS_MAX) {
    const reason = `There are ${checks.length} checks; at most ${CHECKS_MAX} are allowed.`
    return [{ path, code: 'too_many', reason }]
  }
  return checks.flatMap((name, at) => [
    ...dnsLabelIssues(name, [...path, at]),
    ...(checks.indexOf(name) < at
      ? [{ path: [...path, at], code: 'bad_wave', reason: 'An earlier check has the same name.' }]
      : []),
  ])
}

function badWave(index: number, field: string, reason: string): Issue {
  return { path: ['waves', index, field], code: 'bad_wave', reason }
}
