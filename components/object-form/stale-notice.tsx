'use client'

import { useQuery } from '@tanstack/react-query'
import { UserPen } from 'lucide-react'
import { ask } from '#components/api.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Ago } from '#components/ui/time.tsx'
import { apiRoot, withQuery } from '#lib/schemas/paths.ts'
import type { EditedState, FieldsJson, FormSpec, FormValues } from './form-spec.ts'
import { changedFields, mergeValues } from './merge-values.ts'
import type { ObjectForm } from './use-object-form.ts'

type NewerChange = {
  readonly id: number
  readonly at: string
  readonly actor: { readonly name: string }
  readonly reason: string | null
}

/** Says who changed the object since it was read, and merges that without losing what was typed. */
export function StaleNotice({
  form,
  spec,
  edited,
}: {
  form: ObjectForm
  spec: FormSpec
  edited: EditedState
}) {
  const { data, error } = useNewerState(spec, edited)
  if (error) {
    return (
      <Banner tone="bad" icon={UserPen}>
        This was changed or deleted since you opened it. {error.message}
      </Banner>
    )
  }
  if (!data) return null
  const { values: theirs } = data
  const { values, conflicts } = mergeValues(form.base, theirs, form.values)
  const names = (fields: readonly string[]) =>
    fields.map((field) => spec.labels[field] ?? field).join(', ')
  const goOn = (next: FormValues) => {
    form.rebase({ base: theirs, edited: { ...edited, etag: data.etag } }, next)
  }
  return (
    <Banner
      tone="warn"
      icon={UserPen}
      actions={
        <>
          <Button onClick={() => goOn(values)}>Reload and keep my text</Button>
          <Button look="quiet" onClick={() => goOn(theirs)}>
            Discard mine
          </Button>
        </>
      }
    >
      <p className="font-medium">This was changed since you opened it.</p>
      <ul>
        {data.changes.map(({ id, at, actor, reason }) => (
          <li key={id}>
            {actor.name}, <Ago at={new Date(at)} />, in change #{id}
            {reason === null ? '' : `: ${reason}`}
          </li>
        ))}
      </ul>
      <p>
        Different now: {names(changedFields(form.base, theirs)) || 'nothing that this form shows'}.
      </p>
      {conflicts.length > 0 && (
        <p>You changed the same: {names(conflicts)}. Yours would be kept.</p>
      )}
    </Banner>
  )
}

/** The object as it is now, and the changes since it was read. */
function useNewerState({ kind, valuesOf }: FormSpec, { path, ref, etag }: EditedState) {
  return useQuery({
    queryKey: ['newer-state', path, etag],
    queryFn: async ({ signal }) => {
      const newest = await ask<FieldsJson>(path, { signal })
      const list = withQuery(`${apiRoot}/changes`, { kind, ...ref, limit: 20 })
      const { answer } = await ask<{ items: readonly NewerChange[] }>(list, { signal })
      const seen = Number(etag.replaceAll('"', ''))
      return {
        values: valuesOf(newest.answer),
        etag: newest.etag ?? etag,
        changes: answer.items.filter(({ id }) => id > seen),
      }
    },
    gcTime: 0,
  })
}
