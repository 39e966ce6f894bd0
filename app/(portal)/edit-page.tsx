import type { ReactNode } from 'react'
import { FormPage } from '#components/object-form/form-page.tsx'
import { kindHeading } from '#components/objects/kinds.ts'
import { type ModelObject, refOf } from '#lib/domain/objects/objects.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { listPath, objectPath } from '#lib/schemas/paths.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'

/** The page on which an object is edited. */
export async function EditPage({
  object,
  children,
}: {
  object: ModelObject
  /** Its form. */
  children: ReactNode
}) {
  const ref = refOf(object)
  return (
    <FormPage
      title={`Edit ${ref.name}`}
      crumbs={[
        { href: listPath(ref.kind), label: kindHeading(ref.kind) },
        { href: objectPath(ref), label: ref.name },
      ]}
      refusal={await whyNotWrite(resourceOf(object))}
    >
      {children}
    </FormPage>
  )
}
