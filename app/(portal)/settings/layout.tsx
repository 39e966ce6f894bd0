import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PageHeader } from '#components/ui/page-header.tsx'
import { requireSession } from '#lib/http/page.ts'
import { settingsPartsOf } from '#lib/http/settings-places.ts'
import { SettingsTabs } from './settings-tabs.tsx'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { actor, tenant } = await requireSession()
  return (
    <>
      <PageHeader
        title="Settings"
        description={`What holds for the whole tenant ${tenant.name}.`}
      />
      <SettingsTabs parts={settingsPartsOf(actor)} />
      {children}
    </>
  )
}
