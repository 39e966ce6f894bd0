import { CircleSlash, UserPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { selectorText } from '#components/selector/selector-text.ts'
import { Banner } from '#components/ui/banner.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { LimitsJson } from '#lib/domain/objects/team-request.ts'
import { read, readOrWhyNot } from '#lib/http/portal/page.ts'
import { apiObjectPath } from '#lib/schemas/paths.ts'
import { entityTag } from '#lib/usecases/changes/drafts.ts'
import { teamDetailsUseCase } from '#lib/usecases/objects/details.ts'
import { askerGroupsUseCase, type TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'
import { ApproveClusterForm, ApproveForm, ApproveLimitsForm } from './approve-form.tsx'

type Asked = { readonly id: string; readonly request: TeamRequestAnswer }

/** What an admin makes of a request, as it was asked for until they edit it. */
export async function Approval({ id, request }: Asked) {
  switch (request.asks_for) {
    case 'team':
      return (
        <Section title="The team to be made">
          <ApproveForm
            id={id}
            request={request}
            askerGroups={await read(askerGroupsUseCase, { asker: request.asker.id })}
          />
        </Section>
      )
    case 'cluster':
      return (
        <Section title="The cluster to be made">
          <ApproveClusterForm id={id} request={request} />
        </Section>
      )
    case 'limits':
      return <LimitsApproval id={id} request={request} />
  }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      <p className="mb-3 text-muted">As asked for: edit it, look at its impact, approve.</p>
      {children}
    </section>
  )
}

async function LimitsApproval({ id, request }: Asked) {
  const ref = { name: request.name }
  const found = await readOrWhyNot(teamDetailsUseCase, { ref, at: null })
  if (found.kind === 'refused') {
    return (
      <Banner tone="warn" icon={CircleSlash}>
        Team {request.name} was deleted since it asked: decline the request.
      </Banner>
    )
  }
  const { object, change } = found.answer
  const team = objectJson(object)
  const path = apiObjectPath({ kind: 'team', team: null, name: request.name })
  return (
    <Section title="The limits that the team will have">
      {request.before && hasChanged(request.before, team) && <Changed now={team} />}
      <ApproveLimitsForm
        id={id}
        request={request}
        team={team}
        edited={{ ref, etag: entityTag(change), path }}
      />
    </Section>
  )
}

function hasChanged(before: LimitsJson, now: LimitsJson): boolean {
  return limitsText(before) !== limitsText(now)
}

function limitsText({ cluster_boundary, quota }: LimitsJson): string {
  return JSON.stringify([cluster_boundary, quota])
}

function Changed({ now }: { now: LimitsJson }) {
  return (
    <Banner tone="warn" icon={UserPen}>
      The limits of the team were changed since it asked. Now it may use{' '}
      {now.cluster_boundary ? selectorText(now.cluster_boundary) : 'every cluster'}, with{' '}
      {now.quota ? `the quota ${quotaText(now.quota)}` : 'no quota'}. Below is that, with what was
      asked for.
    </Banner>
  )
}

function quotaText(quota: Readonly<Record<string, string>>): string {
  return Object.entries(quota)
    .map(([name, amount]) => `${name}=${amount}`)
    .join(', ')
}
