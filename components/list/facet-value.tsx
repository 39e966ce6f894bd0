import type { LucideIcon } from 'lucide-react'
import { FRESHNESS_LOOKS } from '#components/observed/freshness.tsx'
import { freshnessField } from '#components/observed/fields.ts'
import { OUTCOME_LOOKS } from '#components/observed/outcome-look.ts'
import { lookOf, TEXT_OF } from '#components/observed/state-look.ts'
import { classNames } from '#components/ui/class-names.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { OUTCOMES } from '#lib/domain/observed/outcome.ts'
import { STATES, type Tone } from '#lib/domain/observed/states.ts'
import { choiceText } from './question.ts'

/** A value that rows have in common, as their column shows it. */
export function FacetValue({ name, text }: { name: string; text: string }) {
  const look = LOOKS[name]?.(text)
  if (!look) return <span className="truncate">{text}</span>
  const { icon: Icon, tone, word } = look
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1',
        tone === 'neutral' ? 'text-muted' : TEXT_OF[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {word}
    </span>
  )
}

type Look = { readonly icon: LucideIcon; readonly tone: Tone | 'neutral'; readonly word: string }

const LOOKS: Readonly<Record<string, (text: string) => Look | undefined>> = {
  state: (text) => {
    const state = STATES.find((each) => each === text)
    return state && lookOf(state)
  },
  outcome: (text) => {
    const outcome = OUTCOMES.find((each) => each === text)
    return outcome && OUTCOME_LOOKS[outcome]
  },
  freshness: (text) => {
    const freshness = FRESHNESSES.find((each) => each === text)
    return (
      freshness && {
        ...FRESHNESS_LOOKS[freshness],
        word: choiceText(freshnessField.choices!, text),
      }
    )
  },
}
