import type { Metadata } from 'next'
import { NotAllowed } from '#components/object-form/not-allowed.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { pagePaths } from '#lib/paths.ts'
import { writeRefusals } from '../../write-refusals.ts'
import { PolicyForm } from '../policy-form.tsx'
import { policyOwners } from '../policy-owners.ts'

export const metadata: Metadata = { title: 'New policy' }

export default async function NewPolicyPage() {
  const owners = await policyOwners()
  return (
    <>
      <PageHeader
        title="New policy"
        crumbs={[{ href: pagePaths.policies, label: 'Policies' }]}
        description="These applications on these clusters. Nothing happens before you save."
      />
      {owners.length === 0 ? (
        <NotAllowed reason={writeRefusals['target-policy']} backHref={pagePaths.policies} />
      ) : (
        <PolicyForm json={null} edited={null} owners={owners} />
      )}
    </>
  )
}
