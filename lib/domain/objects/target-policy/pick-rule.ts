// How a policy chooses some of its clusters for each application: how many, evenly over which label, and which it prefers.
import { z } from 'zod'
import { labelKeyIssues, labelValueIssues } from '#lib/domain/labels/labels.ts'
import { accepted, type Checked, type Issue } from '#lib/domain/text/issue.ts'
import type { Read } from '../fields.ts'
import { dnsLabelIssues } from '../names.ts'
import { readShare, type Share, shareJson } from '../shares.ts'

/** What comes first: the clusters with these values of a label, in their order; or those with more of a score. */
export type Preference =
  | { readonly label: string; readonly values: readonly string[] }
  | { readonly score: string }

export type PickRule = {
  /** Of one application; percents are of its candidates, and round up. */
  readonly count: Share
  /** The key of the label over whose values they are spread; null: they aren't. */
  readonly spreadBy: string | null
  /** The first tells clusters apart, the next those that are alike by it. */
  readonly prefer: readonly Preference[]
}

const text = z.string()

const preference = z.union([
  z.strictObject({
    label: text.meta({ description: 'The key of a label.', examples: ['tier'] }),
    values: z.array(text).meta({
      description: 'Its values, the most wanted first; clusters with any other come last.',
      examples: [['gold', 'silver']],
    }),
  }),
  z.strictObject({
    score: text.meta({
      description: 'The name of a score: clusters with more of it come first, those without last.',
      examples: ['free-gpu'],
    }),
  }),
])

export const pickField = z.strictObject({
  count: z.union([z.number(), text]).meta({
    description:
      'How many clusters each application gets, or whole percents of those that may be chosen, rounded up.',
    examples: [3, '20%'],
  }),
  spread_by: text.optional().meta({
    description: 'The key of a label: they are chosen evenly over its values.',
    examples: ['region'],
  }),
  prefer: z.array(preference).optional().meta({ description: 'Which clusters come first.' }),
})

type PickJson = Read<z.output<typeof pickField>>

export function readPick(sent: PickJson, path: Issue['path']): Checked<PickRule> {
  const count = readShare(sent.count, 1, [...path, 'count'], 'bad_pick')
  if (!count.ok) return count
  return accepted({
    count: count.value,
    spreadBy: sent.spread_by ?? null,
    prefer: sent.prefer ?? [],
  })
}

export function pickJson({ count, spreadBy, prefer }: PickRule): PickJson {
  return {
    count: shareJson(count),
    ...(spreadBy !== null && { spread_by: spreadBy }),
    ...(prefer.length > 0 && { prefer }),
  }
}

const PREFERENCES_MAX = 10
const VALUES_MAX = 50

/** `path`: where it stands in the JSON of the policy. */
export function pickIssues({ spreadBy, prefer }: PickRule, path: Issue['path']): readonly Issue[] {
  const preferences = [...path, 'prefer']
  return [
    ...(spreadBy === null ? [] : labelKeyIssues(spreadBy, [...path, 'spread_by'])),
    ...(prefer.length > PREFERENCES_MAX
      ? [tooMany(preferences, `${prefer.length} preferences`, PREFERENCES_MAX)]
      : prefer.flatMap((each, index) => preferenceIssues(each, [...preferences, index]))),
  ]
}

function preferenceIssues(preference: Preference, path: Issue['path']): readonly Issue[] {
  if ('score' in preference) return scoreNameIssues(preference.score, [...path, 'score'])
  const { label, values } = preference
  const at = [...path, 'values']
  return [
    ...labelKeyIssues(label, [...path, 'label']),
    ...(values.length === 0
      ? [{ path: at, code: 'required', reason: 'A preference names a value.' }]
      : []),
    ...(values.length > VALUES_MAX
      ? [tooMany(at, `${values.length} values`, VALUES_MAX)]
      : values.flatMap((value, index) => labelValueIssues(value, [...at, index], 'label_value'))),
  ]
}

/** The issues of a score's name. */
export function scoreNameIssues(name: string, path: Issue['path']): readonly Issue[] {
  return dnsLabelIssues(name, path)
}

function tooMany(path: Issue['path'], what: string, most: number): Issue {
  return { path, code: 'too_many', reason: `There are ${what}; at most ${most} are allowed.` }
}
