import { Anchor, CircleAlert, KeyRound } from 'lucide-react'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Banner } from '#components/ui/banner.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pageParameters, type SearchParams } from '#lib/http/portal/page-query.ts'
import { visitor } from '#lib/http/portal/page.ts'
import { safeReturnPath } from '#lib/http/request/return-path.ts'
import { signInSentence } from '#lib/http/sign-in/sign-in-errors.ts'
import { relativeTo, signInChoices } from '#lib/http/sign-in/sign-in.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { DemoSignIn } from './demo-sign-in.tsx'
import { ProviderSignIn } from './provider-sign-in.tsx'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const { environment } = currentServices()
  const query = pageParameters(await searchParams, ['callbackUrl', 'error'])
  // next-auth gives an absolute URL, the portal's own pages a path.
  const returnPath = safeReturnPath(relativeTo(environment.url, query['callbackUrl'] ?? ''))
  if (await visitor()) redirect(returnPath)
  const { providers, demoPeople } = signInChoices(currentServices())
  const sentence = signInSentence(query['error'])
  return (
    <main className="flex min-h-dvh items-center justify-center p-4">
      <div className="w-full max-w-md rounded-xl border bg-surface p-6 shadow-sm sm:p-8">
        <div className="mb-6 flex items-center gap-3">
          <span className="inline-flex size-10 items-center justify-center rounded-lg bg-accent text-on-accent">
            <Anchor aria-hidden className="size-5" />
          </span>
          <div>
            <h1 className="text-lg font-semibold">Sign in to Berth</h1>
            <p className="text-muted">Which application runs where, and why</p>
          </div>
        </div>
        {sentence !== null && (
          <Banner tone="warn" icon={CircleAlert}>
            {sentence}
          </Banner>
        )}
        {providers.length > 0 && <ProviderSignIn providers={providers} returnPath={returnPath} />}
        {providers.length + demoPeople.length === 0 && <NotConfigured />}
        {demoPeople.length > 0 && (
          <DemoSignIn
            people={demoPeople.map(({ id, name, description }) => ({ id, name, description }))}
            returnPath={returnPath}
          />
        )}
      </div>
    </main>
  )
}

function NotConfigured() {
  return (
    <EmptyState icon={KeyRound} title="No sign-in is configured">
      <p>
        This portal has no identity provider yet. Its API takes tokens already; the README says how
        to connect a provider.
      </p>
    </EmptyState>
  )
}
