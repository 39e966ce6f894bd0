'use client'

import { lineNumbers } from '@codemirror/view'
import { useCallback } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { CodeField, type CodeFieldProps, type Flaw } from '#components/code/code-field.tsx'
import type { TypedValues } from '#components/object-form/typed-values.ts'
import { lineOf, readValues } from './read-values.ts'

export type ValuesCodeProps = Omit<
  CodeFieldProps,
  'text' | 'onType' | 'flawsOf' | 'extension' | 'placeholder'
> & {
  readonly value: TypedValues
  readonly onChange: (value: TypedValues) => void
  readonly placeholder: string
  /** By the keys of the values, with dots between. */
  readonly reasons: FieldReasons
}

/** Values as YAML, with what is wrong marked where it stands. */
export default function ValuesCode({ value, onChange, reasons, ...props }: ValuesCodeProps) {
  const said = JSON.stringify(reasons)
  const flawsOf = useCallback(
    (text: string): readonly Flaw[] => {
      const { flaws, places } = readValues(text)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written above
      const refused = Object.entries(JSON.parse(said) as FieldReasons)
      return [
        ...flaws,
        ...refused.flatMap(([key, messages]) => {
          const place = places.get(key)
          return place ? messages.map((reason) => ({ ...place, reason })) : []
        }),
      ]
    },
    [said],
  )
  return (
    <CodeField
      {...props}
      text={value.text}
      onType={(text) => onChange(typed(text, value))}
      flawsOf={flawsOf}
      extension={lineNumbers()}
    />
  )
}

function typed(text: string, before: TypedValues): TypedValues {
  const { values, flaws } = readValues(text)
  if (values !== undefined) return { text, values, unfinished: null }
  const [flaw] = flaws
  const unfinished = flaw ? `Line ${lineOf(text, flaw)}: ${flaw.reason}` : null
  return { ...before, text, unfinished }
}
