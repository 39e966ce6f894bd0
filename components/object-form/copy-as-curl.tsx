'use client'

import { Check, SquareTerminal } from 'lucide-react'
import { curlText } from '#components/curl.ts'
import { Button } from '#components/ui/button.tsx'
import { useCopy } from '#components/ui/use-copy.tsx'
import { withQuery } from '#lib/schemas/paths.ts'
import type { FieldsJson, FormSpec } from './form-spec.ts'
import type { ObjectForm } from './use-object-form.ts'

/** Copies the request that saving would send, once there is one; a secret that was typed stays here. */
export function CopyAsCurl({
  form,
  spec,
  reason,
}: {
  form: ObjectForm
  spec: FormSpec
  reason: string
}) {
  const { isCopied, copy, uncopied } = useCopy()
  const { request, view, missing } = form
  if (request === null || Object.keys(missing).length > 0) return null
  const { method, path, etag, freeName } = request
  const { confirmRemovals, confirmChanges } = view.impact ?? {}
  const Icon = isCopied ? Check : SquareTerminal
  const text = () =>
    curlText({
      method,
      path: withQuery(path, {
        confirmRemovals,
        confirmChanges,
        freeName: freeName === true ? 'true' : null,
        override: form.override ? 'true' : null,
      }),
      headers: {
        ...(etag !== null && { 'If-Match': etag }),
        ...(reason.trim() !== '' && { 'Berth-Reason': encodeURIComponent(reason.trim()) }),
      },
      body: withoutSecrets(spec.bodyOf(form.values), spec.secrets),
    })
  return (
    <>
      <Button look="quiet" onClick={() => void copy(text())}>
        <Icon aria-hidden className="size-4" />
        Copy as curl
        <output className="sr-only">{isCopied ? 'Copied' : ''}</output>
      </Button>
      {uncopied}
    </>
  )
}

function withoutSecrets(body: FieldsJson, secrets: readonly string[]): FieldsJson {
  const hidden = secrets.flatMap((field) =>
    typeof body[field] === 'string' ? [[field, 'SECRET']] : [],
  )
  return { ...body, ...Object.fromEntries(hidden) }
}
