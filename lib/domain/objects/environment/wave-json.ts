// The JSON of waves.
import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { durationText, readDuration } from '../durations.ts'
import { type Read, selector } from '../fields.ts'
import { groupsSchema } from '../group-issues.ts'
import { type ApprovalRule, isRest, REST, type WaveRule, type WaveSize } from './wave-rule.ts'

const text = z.string()

const approvals = z.strictObject({
  count: z.number().meta({ description: 'How many different people.', examples: [1] }),
  groups: groupsSchema.meta({ description: 'Whose members may approve.' }),
  self: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the person who started the rollout may, too.' }),
})

function waveSchema<C extends z.ZodType>(clusters: C) {
  return z.strictObject({
    name: text.meta({ description: 'A DNS label.', examples: ['canary'] }),
    clusters: clusters.optional(),
    size: z
      .union([z.number(), text])
      .optional()
      .meta({
        description: 'How many of these, or whole percents of all clusters of the rollout.',
        examples: [5, '20%'],
      }),
    before: z.strictObject({ approvals: approvals.optional() }).optional(),
    after: z
      .strictObject({
        soak: text.optional().meta({
          description: 'How long it must have been in Git before the next wave.',
          examples: ['30m'],
        }),
      })
      .optional(),
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
  const size = sent.size === undefined ? accepted(null) : readSize(sent.size, [...path, 'size'])
  const soakMs = readDuration(sent.after?.soak ?? '0m', [...path, 'after', 'soak'])
  if (!clusters.ok || !size.ok || !soakMs.ok) {
    return refused([clusters, size, soakMs].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  const asked = sent.before?.approvals
  return accepted({
    name: sent.name,
    clusters: clusters.value,
    size: size.value,
    before: { approvals: asked === undefined ? null : { ...asked, self: asked.self ?? false } },
    after: { soakMs: soakMs.value },
  })
}

const COUNT_MAX = 1_000_000

function readSize(sent: number | string, path: Issue['path']): Checked<WaveSize> {
  if (typeof sent === 'number') {
    if (Number.isInteger(sent) && sent >= 1 && sent <= COUNT_MAX) return accepted({ count: sent })
  } else {
    const percent = Number(/^(\d{1,3})%$/.exec(sent)?.[1])
    if (percent >= 1 && percent <= 100) return accepted({ percent })
  }
  const reason = `A size is a number from 1 to ${COUNT_MAX.toLocaleString('en')}, or 1% to 100%; not ${quoted(String(sent))}.`
  return refused([{ path, code: 'bad_wave', reason }])
}

export function wavesJson(waves: readonly WaveRule[]): WaveJson[] {
  return waves.map(({ name, clusters, size, before: { approvals: asked }, after: { soakMs } }) => ({
    name,
    ...(clusters && { clusters: selectorJson(clusters) }),
    ...(size && { size: 'count' in size ? size.count : `${size.percent}%` }),
    ...(asked && { before: { approvals: approvalsJson(asked) } }),
    ...(soakMs > 0 && { after: { soak: durationText(soakMs) } }),
  }))
}

function approvalsJson({ count, groups, self }: ApprovalRule) {
  return { count, groups, self }
}
