import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { Onboarding } from '#lib/usecases/objects/details.ts'

export const ANCHORS = {
  prepare: 'prepare',
  stage: (index: number) => `stage-${index + 1}`,
  extras: 'extras',
  carry: 'carry',
  undo: 'undo',
} as const

type Line = {
  readonly tone: Tone
  readonly need: string
  readonly href: string
  readonly title: string
  readonly why: string
}

/** The stages, each with the number of its first step, after those that prepare. */
export function numbered(stages: Onboarding['stages'], prepared: number) {
  return stages.map((stage, index) => {
    const before = stages.slice(0, index).flatMap(({ steps }) => steps)
    return { ...stage, first: prepared + before.length + 1 }
  })
}

/** Says at the top which steps a cluster needs, which only some want, and which are for another day. */
export function NeededSteps({
  onboarding: { stages, extras, carry },
  prepared,
}: {
  onboarding: Pick<Onboarding, 'stages' | 'extras' | 'carry'>
  /** How many steps come before the stages. */
  prepared: number
}) {
  return (
    <ul aria-label="What is needed" className="mb-6 space-y-2">
      {[
        ...neededLines(stages, prepared),
        ...(extras.length > 0 ? [EXTRAS] : []),
        ...(carry.length > 0 ? [CARRY] : []),
        UNDO,
      ].map(({ tone, need, href, title, why }) => (
        <li key={href} className="grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-2">
          <span>
            <Badge tone={tone}>{need}</Badge>
          </span>
          <span className="text-muted">
            <a
              href={`#${href}`}
              className="rounded-sm font-medium text-accent underline-offset-3 hover:underline"
            >
              {title}
            </a>
            : {why}
          </span>
        </li>
      ))}
    </ul>
  )
}

function neededLines(stages: Onboarding['stages'], prepared: number): readonly Line[] {
  const needed = { tone: 'accent', need: 'Needed' } as const
  const prepare = {
    ...needed,
    href: ANCHORS.prepare,
    title: `Prepare (${stepRange(1, prepared)})`,
    why: 'what the cluster must have, and may read',
  }
  const lines = numbered(stages, prepared).map(({ title, why, steps, first }, index) => ({
    ...needed,
    href: ANCHORS.stage(index),
    title: `${title} (${stepRange(first, steps.length)})`,
    why,
  }))
  return [prepare, ...lines]
}

function stepRange(first: number, count: number): string {
  return count === 1 ? `step ${first}` : `steps ${first} to ${first + count - 1}`
}

const EXTRAS: Line = {
  tone: 'neutral',
  need: 'Only if',
  href: ANCHORS.extras,
  title: 'Tell more than reports do',
  why: 'news within seconds, and the reconciler’s own metrics',
}

const CARRY: Line = {
  tone: 'neutral',
  need: 'Only if',
  href: ANCHORS.carry,
  title: 'Report without a network',
  why: 'this cluster can’t reach Berth, and files are carried',
}

const UNDO: Line = {
  tone: 'neutral',
  need: 'For removal',
  href: ANCHORS.undo,
  title: 'Take Berth off this cluster',
  why: 'what takes back each step',
}
