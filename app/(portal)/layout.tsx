import { Building2, CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cookies } from 'next/headers'
import { Shortcuts } from '#components/keys/shortcuts.tsx'
import { LiveChip } from '#components/live/live-chip.tsx'
import { NavigationProvider } from '#components/navigation/navigation-provider.tsx'
import { PaletteButton } from '#components/palette/palette-button.tsx'
import { PreferencesProvider } from '#components/preferences/preferences-provider.tsx'
import { preferencesOf } from '#components/preferences/preferences.ts'
import { QueryProvider } from '#components/query-provider.tsx'
import { DemoChip } from '#components/shell/demo-chip.tsx'
import { EnvironmentMenu } from '#components/shell/environment-menu.tsx'
import { HeldBanner } from '#components/shell/held-banner.tsx'
import { MobileNavigation } from '#components/shell/mobile-navigation.tsx'
import { Brand, type VisitorPlaces } from '#components/shell/navigation.tsx'
import { PersonMenu } from '#components/shell/person-menu.tsx'
import { PlaceAddresses } from '#components/shell/place-addresses.tsx'
import { RoleBadge } from '#components/shell/role-badge.tsx'
import { RoleGate } from '#components/shell/role-gate.tsx'
import { Sidebar } from '#components/shell/sidebar.tsx'
import { ThemeMenu } from '#components/shell/theme.tsx'
import { UpgradeBanner } from '#components/shell/upgrade-banner.tsx'
import { TimeHint } from '#components/time/time-hint.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Link } from '#components/ui/link.tsx'
import { readDefaultViews } from '#lib/http/portal/default-views.ts'
import { readGitStop } from '#lib/http/portal/git-stop.ts'
import { countHeldBranches } from '#lib/http/portal/held-branches.ts'
import { readInbox } from '#lib/http/portal/inbox.ts'
import { requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { hiddenPlacesOf, settingsPartsOf } from '#lib/http/portal/settings-places.ts'
import { readUpgradeNotice } from '#lib/http/portal/upgrade-notice.ts'
import { creatableKinds, moreForVisitor } from '#lib/http/portal/why-not.ts'
import { signInChoices } from '#lib/http/sign-in/sign-in.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { currentServices } from '#lib/usecases/services.ts'
import type { PersonSession } from '#lib/usecases/sessions/open.ts'
import { Inbox } from './_first-screens/inbox.tsx'
import { NoRole } from './no-role.tsx'

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  const hasRole = session.actor.role !== null || session.actor.teams.size > 0
  const [inbox, defaultViews, gitStop, upgrade, heldBranches] = await Promise.all([
    readInbox(),
    readDefaultViews(),
    readGitStop(),
    readUpgradeNotice(),
    countHeldBranches(),
  ])
  const kept = await cookies()
  const places = {
    openRequests: inbox.openRequests,
    hidden: hiddenPlacesOf(session.actor),
  }
  return (
    <PreferencesProvider initial={preferencesOf((name) => kept.get(name)?.value)}>
      <NavigationProvider>
        <PlaceAddresses defaultViews={defaultViews}>
          <QueryProvider>
            <a
              href="#content"
              className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
            >
              Skip to the content
            </a>
            <TopBar session={session} hasRole={hasRole} {...places} />
            <div className="flex">
              <Sidebar {...places} />
              <main
                id="content"
                tabIndex={-1}
                // A page below a list reads like a document, so its lines stay short.
                className="min-w-0 flex-1 px-4 py-5 outline-none has-[nav[aria-label=Breadcrumbs]]:max-w-280 sm:px-6"
              >
                {session.notice !== null && (
                  <Banner tone="warn" icon={CircleAlert}>
                    {session.notice}
                  </Banner>
                )}
                {gitStop !== null && <GitStopBanner reason={gitStop} />}
                {upgrade !== null && <UpgradeBanner {...upgrade} />}
                {heldBranches > 0 && <HeldBanner branches={heldBranches} />}
                <RoleGate hasRole={hasRole} otherwise={!hasRole && <NoRole session={session} />}>
                  {children}
                </RoleGate>
              </main>
            </div>
            <Shortcuts />
            <TimeHint />
          </QueryProvider>
        </PlaceAddresses>
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

async function TopBar({
  session,
  hasRole,
  ...places
}: VisitorPlaces & {
  session: PersonSession
  hasRole: boolean
}) {
  const { tenant, actor, because } = session
  const offered = {
    hidden: places.hidden,
    parts: settingsPartsOf(actor),
    creatable: await creatableKinds(),
  }
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b bg-surface px-3 sm:px-4">
      <div className="flex min-w-0 items-center gap-3 lg:flex-1">
        <MobileNavigation {...places} />
        <Brand />
        <p className="flex min-w-0 items-center gap-1.5 border-l pl-3 text-muted max-sm:sr-only">
          <Building2 aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">Tenant</span>
          <span className="truncate">{tenant.name}</span>
        </p>
        {hasRole && <EnvironmentMenu />}
      </div>
      <PaletteButton visitor={visitorKey(session)} offered={offered} />
      <div className="ml-auto flex items-center justify-end gap-2 lg:flex-1">
        {hasRole && <LiveChip />}
        {currentServices().environment.isDemo && (
          <DemoChip
            people={signInChoices(currentServices()).demoPeople.map(({ id, name }) => ({
              id,
              name,
            }))}
            current={actor.name}
          />
        )}
        <RoleBadge
          role={actor.role}
          teams={actor.teams}
          because={because}
          more={await moreForVisitor()}
        />
        <Inbox />
        <ThemeMenu />
        <PersonMenu name={actor.name} email={actor.email} tenant={tenant.name} />
      </div>
    </header>
  )
}
