'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'

const TEXTS = ['15 min ago', '1 h ago', '24 h ago', '7 days ago', 'today', 'yesterday'] as const

/** Instants to choose by pointing. */
export function InstantChoices({
  id,
  zone,
  onChoose,
}: {
  id: string
  zone: string
  /** As somebody would have typed it. */
  onChoose: (text: string) => void
}) {
  const [picked, setPicked] = useState('')
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2">
        {TEXTS.map((text) => (
          <Button key={text} onClick={() => onChoose(text)}>
            {text}
          </Button>
        ))}
      </div>
      {/* No form: it would be one within another. */}
      <div className="flex items-end gap-2">
        <Field id={id} label={`By the clocks of ${zone}`} className="grow">
          <Input
            id={id}
            type="datetime-local"
            value={picked}
            onChange={({ target }) => setPicked(target.value)}
          />
        </Field>
        <Button disabled={picked === ''} onClick={() => onChoose(picked)}>
          Take
        </Button>
      </div>
    </div>
  )
}
