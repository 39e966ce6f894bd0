import type { ComponentProps } from 'react'
import { FRESHNESS_LOOKS } from '#components/observed/freshness.tsx'
import { freshnessField } from '#components/observed/fields.ts'
import { OUTCOME_LOOKS } from '#components/observed/outcome-look.ts'
import { lookOf } from '#components/observed/state-look.ts'
import { Badge } from '#components/ui/badge.tsx'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { OUTCOMES } from '#lib/domain/observed/outcome.ts'
import { STATES } from '#lib/domain/observed/states.ts'
import { choiceText } from './question.ts'

/** A value that rows have in common, as their column shows it. */
export function FacetValue({ name, text }: { name: string; text: string }) {
  const look = LOOKS[name]?.(text)
  if (!look) return <span className="truncate">{text}</span>
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.word}
    </Badge>
  )
}

type Look = Pick<ComponentProps<typeof Badge>, 'tone' | 'icon'> & { readonly word: string }

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
