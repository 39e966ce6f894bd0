// The JSON of waves.
import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { durationText, readDuration } from '../durations.ts'
import { type Read, selector } from '../fields.ts'
import { groupsSchema } from '../group-issues.ts'
import { percentOf, readShare, shareJson } from '../shares.ts'
import {
  type AfterRule,
  type ApprovalRule,
  type HealthRule,
  isRest,
  NOTHING_AFTER,
  REST,
  type WaveRule,
} from './wave-rule.ts'

const text = z.string()

const approvals = z.strictObject({
  count: z.number().meta({ description: 'How many different people.', examples: [1] }),
  groups: groupsSchema.meta({ description: 'Whose members may approve.' }),
  self: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the person who started the rollout may, too.' }),
})

const percents = (description: string, example: string) =>
  text.optional().meta({ description, examples: [example] })

/** What must hold after a wave. */
export const afterField = z.strictObject({
  soak: text.optional().meta({
    description: 'How long it must have been in Git, and healthy; `0m` where it is absent.',
    examples: ['30m'],
  }),
  healthy: percents(
    'How many of the clusters that aren’t silent must have been healthy; `100%` where it is absent.',
    '90%',
  ),
  failing: z
    .union([z.number(), text])
    .optional()
    .meta({
      description:
        'How many clusters may be failing, or whole percents of them; 0 where it is absent.',
      examples: [1, '5%'],
    }),
  silent: percents('How many may be silent; `50%` where it is absent.', '50%'),
  deadline: text.optional().meta({
    description:
      'How long after it is in Git all of this must hold; absent: there is no end to it.',
    examples: ['4h'],
  }),
  checks: z
    .array(text)
    .optional()
    .meta({ description: 'What programs must have checked with success.', examples: [['e2e']] }),
  unobserved: z.enum(['approve', 'time']).optional().meta({
    description:
      'Where no cluster of the wave ever reported: whether a person says that it goes on, or time does; `approve` where it is absent.',
  }),
  on_failure: z.enum(['pause', 'rollback']).optional().meta({
    description:
      'When too many are failing, a check failed, or the deadline is over; `pause` where it is absent.',
  }),
})

function waveSchema<C extends z.ZodType>(clusters: C) {
  return z.strictObject({
    name: text.meta({ description: 'A DNS label.', examples: ['canary'] }),
    clusters: clusters.optional(),
    target: text.optional().meta({
      description: 'Only clusters on which the application has its target of this name.',
      examples: ['early-adopters'],
    }),
    size: z
      .union([z.number(), text])
      .optional()
      .meta({
        description: 'How many of these, or whole percents of all clusters of the rollout.',
        examples: [5, '20%'],
      }),
    before: z.strictObject({ approvals: approvals.optional() }).optional(),
    after: afterField.optional().meta({
      description: 'What must hold after it, before the next wave; absent: nothing.',
    }),
  })
}

export const wavesField = {
  sent: z.array(waveSchema(selector.sent)),
  answered: z.array(waveSchema(selector.answered)),
}

type SentWave = Read<z.output<typeof wavesField.sent>>[number]
type WaveJson = Read<z.output<typeof wavesField.answered>>[number]

/** The last wave is the rest; where the list ends with another one, the rest is added. */
export function readWaves(sent: readonly SentWave[]): Checked<readonly WaveRule[]> {
  const read = sent.map(readWave)
  const issues = read.flatMap((wave) => (wave.ok ? [] : wave.issues))
  if (issues.length > 0) return refused(issues)
  const waves = read.flatMap((wave) => (wave.ok ? [wave.value] : []))
  const last = waves.at(-1)
  return accepted(last !== undefined && isRest(last) ? waves : [...waves, REST])
}

function readWave(sent: SentWave, index: number): Checked<WaveRule> {
  const path = ['waves', index]
  const clusters =
    sent.clusters === undefined
      ? accepted(null)
      : parseSelector(sent.clusters, [...path, 'clusters'])
  const size =
    sent.size === undefined
      ? accepted(null)
      : readShare(sent.size, 1, [...path, 'size'], 'bad_wave')
  const afterRule = readAfter(sent.after, [...path, 'after'])
  if (!clusters.ok || !size.ok || !afterRule.ok) {
    return refused([clusters, size, afterRule].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  const asked = sent.before?.approvals
  return accepted({
    name: sent.name,
    clusters: clusters.value,
    target: sent.target ?? null,
    size: size.value,
    before: { approvals: asked === undefined ? null : { ...asked, self: asked.self ?? false } },
    after: afterRule.value,
  })
}

/** Whatever stands there asks what clusters report, by the least that is safe where a field is absent. */
function readAfter(sent: SentWave['after'], path: Issue['path']): Checked<AfterRule> {
  if (sent === undefined) return accepted(NOTHING_AFTER)
  const soakMs = readDuration(sent.soak ?? '0m', [...path, 'soak'])
  const deadlineMs =
    sent.deadline === undefined
      ? accepted(null)
      : readDuration(sent.deadline, [...path, 'deadline'])
  const health = readHealth(sent, path)
  if (!soakMs.ok || !deadlineMs.ok || !health.ok) {
    return refused([soakMs, health, deadlineMs].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    soakMs: soakMs.value,
    health: health.value,
    checks: sent.checks ?? [],
    deadlineMs: deadlineMs.value,
    onFailure: sent.on_failure ?? 'pause',
  })
}

function readHealth(
  sent: NonNullable<SentWave['after']>,
  path: Issue['path'],
): Checked<HealthRule> {
  const healthy = readPercent(sent.healthy ?? '100%', 1, [...path, 'healthy'])
  const failing = readShare(sent.failing ?? 0, 0, [...path, 'failing'], 'bad_wave')
  const silent = readPercent(sent.silent ?? '50%', 0, [...path, 'silent'])
  if (!healthy.ok || !failing.ok || !silent.ok) {
    return refused([healthy, failing, silent].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    healthyPercent: healthy.value,
    failing: failing.value,
    silentPercent: silent.value,
    unobserved: sent.unobserved ?? 'approve',
  })
}

function readPercent(sent: string, least: number, path: Issue['path']): Checked<number> {
  const percent = percentOf(sent)
  if (percent >= least && percent <= 100) return accepted(percent)
  const reason = `This is ${least}% to 100%; not ${quoted(sent)}.`
  return refused([{ path, code: 'bad_wave', reason }])
}

export function wavesJson(waves: readonly WaveRule[]): WaveJson[] {
  return waves.map(
    ({ name, clusters, target, size, before: { approvals: asked }, after: rule }) => {
      const after = afterJson(rule)
      return {
        name,
        ...(clusters && { clusters: selectorJson(clusters) }),
        ...(target !== null && { target }),
        ...(size && { size: shareJson(size) }),
        ...(asked && { before: { approvals: approvalsJson(asked) } }),
        ...(after && { after }),
      }
    },
  )
}

/** Null: nothing is asked. */
export function afterJson({
  soakMs,
  health,
  checks,
  deadlineMs,
  onFailure,
}: AfterRule): z.output<typeof afterField> | null {
  return (
    health && {
      soak: durationText(soakMs),
      healthy: `${health.healthyPercent}%`,
      failing: shareJson(health.failing),
      silent: `${health.silentPercent}%`,
      ...(deadlineMs !== null && { deadline: durationText(deadlineMs) }),
      ...(checks.length > 0 && { checks: [...checks] }),
      unobserved: health.unobserved,
      on_failure: onFailure,
    }
  )
}

function approvalsJson({ count, groups, self }: ApprovalRule) {
  return { count, groups, self }
}
