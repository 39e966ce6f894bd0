import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { whyNotCreate } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { PolicyForm } from '../policy-form.tsx'
import { policyOwners } from '../policy-owners.ts'

export const metadata: Metadata = { title: 'New policy' }

export default async function NewPolicyPage() {
  return (
    <FormPage
      title="New policy"
      description="These applications on these clusters. Nothing happens before you save."
      crumbs={[{ href: pagePaths.policies, label: 'Policies' }]}
      refusal={await whyNotCreate('target-policy')}
    >
      <PolicyForm json={null} edited={null} owners={await policyOwners()} />
    </FormPage>
  )
}
