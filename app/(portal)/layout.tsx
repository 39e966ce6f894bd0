import { Building2, CircleAlert, FlaskConical, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cookies } from 'next/headers'
import { LiveChip } from '#components/live/live-chip.tsx'
import { NavigationProvider } from '#components/navigation/navigation-provider.tsx'
import { PreferencesProvider } from '#components/preferences/preferences-provider.tsx'
import { preferencesOf } from '#components/preferences/preferences.ts'
import { QueryProvider } from '#components/query-provider.tsx'
import { MobileNavigation } from '#components/shell/mobile-navigation.tsx'
import { Brand, Navigation } from '#components/shell/navigation.tsx'
import { PersonMenu } from '#components/shell/person-menu.tsx'
import { RoleBadge } from '#components/shell/role-badge.tsx'
import { RoleGate } from '#components/shell/role-gate.tsx'
import { ThemeMenu } from '#components/shell/theme.tsx'
import { UpgradeBanner } from '#components/shell/upgrade-banner.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Link } from '#components/ui/link.tsx'
import { readGitStop } from '#lib/http/portal/git-stop.ts'
import { requireSession } from '#lib/http/portal/page.ts'
import { hiddenPlacesOf } from '#lib/http/portal/settings-places.ts'
import { countOpenRequests } from '#lib/http/portal/team-request-pages.ts'
import { readUpgradeNotice } from '#lib/http/portal/upgrade-notice.ts'
import { moreForVisitor } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { currentServices } from '#lib/usecases/services.ts'
import type { PersonSession } from '#lib/usecases/sessions/open.ts'
import { NoRole } from './no-role.tsx'

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  const hasRole = session.actor.role !== null || session.actor.teams.size > 0
  const [openRequests, gitStop, upgrade] = await Promise.all([
    countOpenRequests(),
    readGitStop(),
    readUpgradeNotice(),
  ])
  const kept = await cookies()
  return (
    <PreferencesProvider initial={preferencesOf((name) => kept.get(name)?.value)}>
      <NavigationProvider>
        <a
          href="#content"
          className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to the content
        </a>
        {currentServices().environment.isDemo && <DemoBanner />}
        <TopBar session={session} openRequests={openRequests} hasRole={hasRole} />
        <div className="mx-auto flex max-w-400">
          <aside
            aria-label="Navigation"
            className="sticky top-12 h-[calc(100dvh-3rem)] w-52 shrink-0 overflow-y-auto border-r px-3 py-4 max-lg:hidden"
          >
            <Navigation openRequests={openRequests} hidden={hiddenPlacesOf(session.actor)} />
          </aside>
          <main
            id="content"
            tabIndex={-1}
            className="min-w-0 flex-1 px-4 py-5 outline-none sm:px-6"
          >
            {session.notice !== null && (
              <Banner tone="warn" icon={CircleAlert}>
                {session.notice}
              </Banner>
            )}
            {gitStop !== null && <GitStopBanner reason={gitStop} />}
            {upgrade !== null && <UpgradeBanner {...upgrade} />}
            <RoleGate hasRole={hasRole} otherwise={!hasRole && <NoRole session={session} />}>
              <QueryProvider>{children}</QueryProvider>
            </RoleGate>
          </main>
        </div>
      </NavigationProvider>
    </PreferencesProvider>
  )
}

function GitStopBanner({ reason }: { reason: string }) {
  return (
    <Banner
      tone="bad"
      icon={TriangleAlert}
      actions={
        <Link href={pagePaths.gitState} className="font-medium underline">
          Look at Git
        </Link>
      }
    >
      Nothing can be saved before an admin decides between Git and the database. {reason}
    </Banner>
  )
}

function DemoBanner() {
  return (
    <p className="flex items-center justify-center gap-2 border-b bg-warn-soft px-4 py-1 text-center text-xs text-warn">
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      A demo: its people, its fleet, its past and what its clusters report are made up.
    </p>
  )
}

async function TopBar({
  session: { tenant, actor, because },
  openRequests,
  hasRole,
}: {
  session: PersonSession
  openRequests: number
  hasRole: boolean
}) {
  return (
    <header className="sticky top-0 z-30 border-b bg-surface">
      <div className="mx-auto flex h-12 max-w-400 items-center gap-3 px-3 sm:px-4">
        <MobileNavigation openRequests={openRequests} hidden={hiddenPlacesOf(actor)} />
        <Brand />
        <p className="flex min-w-0 items-center gap-1.5 border-l pl-3 text-muted">
          <Building2 aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">Tenant</span>
          <span className="truncate">{tenant.name}</span>
        </p>
        <div className="ml-auto flex items-center gap-2">
          {hasRole && <LiveChip />}
          <RoleBadge
            role={actor.role}
            teams={actor.teams}
            because={because}
            more={await moreForVisitor()}
          />
          <ThemeMenu />
          <PersonMenu name={actor.name} email={actor.email} />
        </div>
      </div>
    </header>
  )
}
