import type { Metadata } from 'next'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { EditPage } from '../../../edit-page.tsx'
import { PolicyForm } from '../../policy-form.tsx'
import { policyOwners } from '../../policy-owners.ts'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditPolicyPage({ params }: Props) {
  const { object, edited } = await readEdited('target-policy', await params)
  return (
    <EditPage object={object}>
      <PolicyForm json={objectJson(object)} edited={edited} owners={await policyOwners()} />
    </EditPage>
  )
}
