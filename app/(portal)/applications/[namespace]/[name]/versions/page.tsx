import { Tags } from 'lucide-react'
import type { Metadata } from 'next'
import { searchField } from '#components/list/fields.ts'
import { ListView } from '#components/list/list-view.tsx'
import { VersionTable } from '#components/objects/version-table.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { versionList } from '#lib/lists/versions.ts'
import { read } from '#lib/http/portal/page.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { applicationDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { AnnounceAction } from '../../../announce-action.tsx'

type Props = {
  params: Promise<{ namespace: string; name: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Versions of ${(await params).name}` }
}

const fields = [{ ...searchField, placeholder: 'Part of a name or a commit' }]

export default async function VersionsPage({ params, searchParams }: Props) {
  const application = await params
  const { namespace, name } = application
  const path = pagePaths.versions(namespace, name)
  const versions = await readPageList(path, versionList, await searchParams, application)
  return (
    <ListView
      title={`Versions of ${name}`}
      description="What pipelines and people announced of it: a commit each, and where it runs."
      list={versions}
      api={apiPaths.versions(namespace, name)}
      fields={fields}
      actions={versions.at === null && <Announce application={application} />}
      nothing={{
        icon: Tags,
        title: 'No versions yet',
        text: <p>A pipeline announces one with a request to the API, or somebody does it here.</p>,
      }}
    >
      {(rows) => (
        <>
          {versions.at === null && <KeepCurrent seen={[]} />}
          <VersionTable application={application} rows={rows} address={versions.address} />
        </>
      )}
    </ListView>
  )
}

async function Announce({
  application: ref,
}: {
  application: { namespace: string; name: string }
}) {
  const { object } = await read(applicationDetailsUseCase, { ref, at: null })
  return <AnnounceAction application={object} />
}
