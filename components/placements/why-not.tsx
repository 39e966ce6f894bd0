'use client'

import { type FormEvent, useId, useState } from 'react'
import { CompletionInput } from '#components/completion/completion-input.tsx'
import {
  applicationSuggestions,
  nameSuggestions,
} from '#components/completion/object-suggestions.ts'
import { useNavigate } from '#components/navigation/navigation.ts'
import { Button } from '#components/ui/button.tsx'
import { errorId, Field } from '#components/ui/field.tsx'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'

/** The half of a pair that is known; the page asks for the other one. */
export type HalfPair =
  | { readonly kind: 'application'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'cluster'; readonly name: string }

const ASKED = {
  application: {
    label: 'Cluster',
    placeholder: 'Part of a name',
    source: nameSuggestions('cluster'),
    missing: 'Choose a cluster.',
  },
  cluster: {
    label: 'Application',
    placeholder: 'team/application',
    source: applicationSuggestions,
    missing: 'Choose an application, as team/application.',
  },
}

/** Leads to the explanation of a pair that no list has because it isn't placed. */
export function WhyNot({ half, at }: { half: HalfPair; at: Date | null }) {
  const { label, placeholder, source, missing } = ASKED[half.kind]
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const explain = (other: string) => {
    const path = pairPath(half, other.trim())
    setText(other)
    setIsMissing(path === null)
    if (path !== null) navigate(pathAt(path, at))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    explain(text)
  }
  return (
    <section aria-label="Why is it not there?" className="rounded-lg border bg-surface p-4">
      <h2 className="text-sm font-semibold">Why is it not there?</h2>
      <p className="mb-3 text-muted">
        {half.kind === 'application'
          ? 'Every cluster has an answer, also where the application isn’t placed.'
          : 'Every application has an answer, also where it isn’t placed.'}
      </p>
      <form onSubmit={submit} className="flex items-start gap-2">
        <Field
          id={id}
          label={label}
          error={isMissing ? missing : null}
          className="min-w-0 flex-1 sm:max-w-72"
        >
          <CompletionInput
            id={id}
            label={label}
            source={source}
            value={text}
            placeholder={placeholder}
            isInvalid={isMissing}
            describedBy={isMissing ? errorId(id) : undefined}
            onType={setText}
            onChoose={explain}
          />
        </Field>
        <Button type="submit" className="mt-5">
          Explain
        </Button>
      </form>
    </section>
  )
}

/** Null: the text isn't the name of another half. */
function pairPath(half: HalfPair, other: string): string | null {
  if (half.kind === 'application') {
    return other === '' ? null : pagePaths.placement(half.namespace, half.name, other)
  }
  const [namespace, application, ...rest] = other.split('/')
  return namespace && application && rest.length === 0
    ? pagePaths.placement(namespace, application, half.name)
    : null
}
