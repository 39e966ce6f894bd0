import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { targetPolicies } from '#lib/usecases/objects/use-cases.ts'
import { PolicyForm } from '../../policy-form.tsx'
import { policyOwners } from '../../policy-owners.ts'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditPolicyPage({ params }: Props) {
  const { name } = await params
  const { object, etag } = await readEdited(targetPolicies, 'target-policy', { name })
  const json = objectJson(object)
  const path = pagePaths.policy(name)
  return (
    <FormPage
      title={`Edit ${name}`}
      crumbs={[
        { href: pagePaths.policies, label: 'Policies' },
        { href: path, label: name },
      ]}
      refusal={await whyNotWrite({ kind: 'target-policy', team: object.team })}
    >
      <PolicyForm
        json={json}
        edited={{ ref: { name }, etag, path: apiPaths.targetPolicy(name) }}
        owners={await policyOwners()}
      />
    </FormPage>
  )
}
