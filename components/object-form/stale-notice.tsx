'use client'

import { useQuery } from '@tanstack/react-query'
import { UserPen } from 'lucide-react'
import { ask } from '#components/api.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Ago } from '#components/ui/time.tsx'
import { apiRoot, withQuery } from '#lib/schemas/paths.ts'
import type { EditedState, FieldsJson, FormSpec, FormValues } from './form-spec.ts'
import { MergeCard } from './merge-card.tsx'
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
  const goOn = (values: FormValues) =>
    form.rebase({ base: data.values, edited: { ...edited, etag: data.etag } }, values)
  return (
    <>
      <Banner tone="warn" icon={UserPen}>
        <p className="font-medium">This was changed since you opened it.</p>
        <ul>
          {data.changes.map(({ id, at, actor, reason }) => (
            <li key={id}>
              {actor.name}, <Ago at={new Date(at)} />, in change #{id}
              {reason === null ? '' : `: ${reason}`}
            </li>
          ))}
        </ul>
      </Banner>
      <MergeCard
        key={data.etag}
        states={{ base: form.base, theirs: data.values, mine: form.values }}
        labels={spec.labels}
        onGoOn={goOn}
      />
    </>
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
