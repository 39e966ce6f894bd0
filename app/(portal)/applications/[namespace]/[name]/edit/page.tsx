import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import { objectJson } from '#lib/domain/object-json.ts'
import { mayWrite, readEdited } from '#lib/http/form-pages.ts'
import { apiPaths, pagePaths } from '#lib/paths.ts'
import { applications } from '#lib/usecases/objects/use-cases.ts'
import { writeRefusals } from '../../../../write-refusals.ts'
import { ApplicationForm } from '../../../application-form.tsx'

type Props = { params: Promise<{ namespace: string; name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` }
}

export default async function EditApplicationPage({ params }: Props) {
  const ref = await params
  const { object, etag } = await readEdited(applications, 'application', ref)
  const allowed = await mayWrite({ kind: 'application', team: object.team })
  const path = pagePaths.application(ref.namespace, ref.name)
  return (
    <FormPage
      title={`Edit ${ref.name}`}
      crumbs={[
        { href: pagePaths.applications, label: 'Applications' },
        { href: path, label: ref.name },
      ]}
      refusal={allowed ? null : writeRefusals.application}
    >
      <ApplicationForm
        json={objectJson(object)}
        edited={{ ref, etag, path: apiPaths.application(ref.namespace, ref.name) }}
        teams={[object.team]}
      />
    </FormPage>
  )
}
