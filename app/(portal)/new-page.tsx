import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import type { FieldsJson } from '#components/object-form/form-spec.ts'
import { KindForm } from '#components/object-form/kind-form.tsx'
import { kindHeading } from '#components/objects/kinds.ts'
import { isNamedInTeam, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { hasAnyTeam, ownersOf } from '#lib/http/portal/form-pages.ts'
import { requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { askingForMore } from '#lib/http/portal/team-request-pages.ts'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { listPath } from '#lib/schemas/paths.ts'
import { saveObject } from './actions.ts'

export function newMetadata(kind: Kind): Metadata {
  return { title: `New ${kinds[kind].word}` }
}

/** `given`: what the form has before anybody types. */
export async function NewPage({ kind, given }: { kind: Kind; given?: FieldsJson }) {
  const { about, word } = kinds[kind]
  return (
    <FormPage
      title={`New ${word}`}
      description={about.fresh}
      crumbs={[{ href: listPath(kind), label: kindHeading(kind) }]}
      refusal={await refusalOf(kind)}
    >
      <KindForm
        kind={kind}
        json={null}
        given={given}
        edited={null}
        owners={await ownersOf(kind)}
        asking={await askingForMore(null)}
        visitor={visitorKey(await requireSession())}
        save={saveObject}
      />
    </FormPage>
  )
}

async function refusalOf(kind: Kind): Promise<string | null> {
  const refusal = await whyNotCreate(kind)
  if (refusal !== null || !isNamedInTeam(kind) || (await hasAnyTeam())) return refusal
  return `${kindHeading(kind)} belong to teams, and there is no team yet.`
}
