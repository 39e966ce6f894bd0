import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { readEdited } from '#lib/http/portal/form-pages.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import { ApplicationForm } from '../../../application-form.tsx'

type Props = { params: Promise<{ namespace: string; name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditApplicationPage({ params }: Props) {
  const ref = await params
  const { object, etag } = await readEdited(applications, 'application', ref)
  const path = pagePaths.application(ref.namespace, ref.name)
  return (
    <FormPage
      title={`Edit ${ref.name}`}
      crumbs={[
        { href: pagePaths.applications, label: 'Applications' },
        { href: path, label: ref.name },
      ]}
      refusal={await whyNotWrite({ kind: 'application', team: object.team })}
    >
      <ApplicationForm
        json={objectJson(object)}
        edited={{ ref, etag, path: apiPaths.application(ref.namespace, ref.name) }}
        teams={[object.team]}
      />
    </FormPage>
  )
}
