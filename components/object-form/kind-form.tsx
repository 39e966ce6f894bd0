'use client'

import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { FormField } from '#lib/domain/objects/form.ts'
import { listPath, objectPath } from '#lib/schemas/paths.ts'
import type { SaveObject } from '#lib/schemas/save-request.ts'
import { FormDraft } from '#components/drafts/form-draft.tsx'
import { ApplicationPolicies } from './application-policies.tsx'
import { RegistrationReach } from '../impact/registration-reach.tsx'
import { ControlField } from './control-field.tsx'
import type { Owners } from './controls.ts'
import type { EditedState, FieldsJson } from './form-spec.ts'
import { askedOf, newValues, specOf } from './kind-spec.ts'
import { ObjectForm } from './object-form.tsx'
import { WiderBoundary } from './wider-boundary.tsx'
import { type ObjectForm as Form, useObjectForm } from './use-object-form.ts'

export function KindForm({
  kind,
  json,
  given = {},
  edited,
  owners,
  asking,
  visitor,
  save,
}: {
  kind: Kind
  /** Null: a new object. */
  json: FieldsJson | null
  /** What a new object has before anybody types. */
  given?: FieldsJson
  edited: EditedState | null
  owners: Owners
  /** Why the visitor may not ask for a wider boundary; null: they widen boundaries themselves. */
  asking: { readonly refusal: string | null } | null
  /** Whose draft it is. */
  visitor: string
  save: SaveObject
}) {
  const spec = specOf(kind, owners, (request) => save({ ...request, kind }), edited === null)
  const values = json ? spec.valuesOf(json) : newValues(kind, owners, given)
  const form = useObjectForm(spec, { values, edited })
  return (
    <>
      <FormDraft
        form={{ ...form, isSaved: form.saving.isSaved }}
        secrets={spec.secrets}
        visitor={visitor}
      />
      <ObjectForm
        form={form}
        spec={spec}
        cancelHref={edited ? refPath(kind, edited.ref) : listPath(kind)}
        note={asking && <WiderBoundary form={form} refusal={asking.refusal} />}
      >
        <KindFields kind={kind} form={form} owners={owners} />
        {kind === 'application' && <ApplicationPolicies form={form} />}
      </ObjectForm>
      {kind === 'registration-token' && (
        <div className="mt-5">
          <RegistrationReach token={spec.bodyOf(form.values)} />
        </div>
      )}
    </>
  )
}

function refPath(kind: Kind, { namespace, name }: EditedState['ref']): string {
  return objectPath({ kind, team: namespace ?? null, name })
}

export function KindFields({
  kind,
  form,
  owners,
  only = null,
}: {
  kind: Kind
  form: Form
  owners: Owners
  /** The fields that are drawn; null: all. */
  only?: readonly string[] | null
}) {
  const draw = (field: FormField) => (
    <ControlField
      key={field.field}
      field={field}
      given={form.field(field.field)}
      kind={kind}
      isNew={form.edited === null}
      owners={owners}
      values={form.values}
    />
  )
  if (only !== null) {
    return kinds[kind].form
      .flat()
      .filter(({ field }) => only.includes(field))
      .map(draw)
  }
  const asked = askedOf(kind, form.values)
  return kinds[kind].form.map((row) => {
    const shown = asked.filter((field) => ('field' in row ? field === row : row.includes(field)))
    if ('field' in row || shown.length === 0) return shown.map(draw)
    return (
      <div key={row.map(({ field }) => field).join(' ')} className="grid gap-4 sm:grid-cols-2">
        {shown.map(draw)}
      </div>
    )
  })
}
