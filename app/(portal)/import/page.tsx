import { Download, Lock } from 'lucide-react'
import type { Metadata } from 'next'
import { ImportForm } from '#components/import/import-form.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { PLACING_KINDS } from '#lib/domain/objects/kinds.ts'
import { creatableKinds, whyNotCreate } from '#lib/http/portal/why-not.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { saveImport } from './actions.ts'

export const metadata: Metadata = { title: 'Import and export' }

export default async function ImportPage() {
  const kinds = await creatableKinds()
  return (
    <>
      <PageHeader
        title="Import and export"
        description="Many objects at once, as one change: documents in YAML or JSON, or clusters as rows of CSV. What is in the text is made or edited; nothing else is touched."
        actions={
          <a href={apiPaths.model} download="model.yaml" className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            Export the whole model
          </a>
        }
      />
      {kinds.length > 0 ? (
        <ImportForm save={saveImport} />
      ) : (
        <Banner tone="warn" icon={Lock}>
          {await whyNotCreate(PLACING_KINDS[0]!)}
        </Banner>
      )}
    </>
  )
}
