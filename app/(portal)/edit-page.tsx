import { FormPage } from '#components/object-form/form-page.tsx'
import { KindForm } from '#components/object-form/kind-form.tsx'
import { kindHeading } from '#components/objects/kinds.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { ownersOf, readEdited } from '#lib/http/portal/form-pages.ts'
import { requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { askingForMore } from '#lib/http/portal/team-request-pages.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { listPath, objectPath } from '#lib/schemas/paths.ts'
import { type RefParameters, resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { saveObject } from './actions.ts'

export async function EditPage({ kind, names }: { kind: Kind; names: RefParameters }) {
  const { object, edited } = await readEdited(kind, names)
  const ref = refOf(object)
  return (
    <FormPage
      title={`Edit ${ref.name}`}
      crumbs={[
        { href: listPath(kind), label: kindHeading(kind) },
        { href: objectPath(ref), label: ref.name },
      ]}
      refusal={await whyNotWrite(resourceOf(object))}
    >
      <KindForm
        kind={kind}
        json={objectJson(object)}
        edited={edited}
        owners={await ownersOf(kind)}
        asking={await askingForMore(null)}
        visitor={visitorKey(await requireSession())}
        save={saveObject}
      />
    </FormPage>
  )
}
