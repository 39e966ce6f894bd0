import { Network, Plus, Tag } from 'lucide-react'
import type { ReactElement } from 'react'
import { GuardedLink } from '#components/ui/guarded.tsx'
import { refOf } from '#lib/domain/objects/objects.ts'
import { objectResource } from '#lib/domain/access/permissions.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { DAY_MS } from '#lib/domain/observed/time-zone.ts'
import { read, readOrWhyNot } from '#lib/http/portal/page.ts'
import { whyNotCreate, whyNotWrite } from '#lib/http/portal/why-not.ts'
import { editPath, newPath, newPolicyPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { applications, objectUseCases } from '#lib/usecases/objects/use-cases.ts'

/** What is still to be done with an object of the last day until something runs by it, for whoever may do it. */
export async function NextSteps({ change: { at, edited, objects } }: { change: Change }) {
  const [only] = edited
  if (objects !== 1 || only === undefined || only.before !== null || only.after === null) {
    return null
  }
  if (!isOfLastDay(at)) return null
  const steps = await stepsOf(only)
  if (steps.length === 0) return null
  return (
    <ul aria-label="Next" className="flex flex-wrap gap-2 pt-1">
      {steps.map((step) => (
        <li key={step.key}>{step}</li>
      ))}
    </ul>
  )
}

const isOfLastDay = (at: Date, now = new Date()) => now.getTime() - at.getTime() < DAY_MS

function stepsOf({ kind, team, name }: Change['edited'][number]): Promise<readonly ReactElement[]> {
  switch (kind) {
    case 'application':
      return applicationSteps(team ?? '', name)
    case 'team':
      return teamSteps(name)
    case 'cluster':
      return clusterSteps(name)
    default:
      return Promise.resolve([])
  }
}

async function applicationSteps(namespace: string, name: string): Promise<readonly ReactElement[]> {
  const ref = { namespace, name }
  const found = await readOrWhyNot(applications.get, { ref, at: null })
  if (found.kind === 'refused' || found.answer.json.status.state !== null) return []
  return [
    <GuardedLink
      key="labels"
      href={editPath(refOf(found.answer.object))}
      icon={Tag}
      refusal={await whyNotWrite(objectResource('application', namespace))}
    >
      Give it labels that get it placed
    </GuardedLink>,
    <GuardedLink
      key="policy"
      href={newPolicyPath(namespace, name)}
      icon={Plus}
      refusal={await whyNotCreate('target-policy')}
    >
      Write a policy for it
    </GuardedLink>,
  ]
}

async function teamSteps(team: string): Promise<readonly ReactElement[]> {
  const selector = {
    kind: 'terms',
    terms: [{ key: 'namespace', operator: '=', values: [team] }],
  } as const
  const { total } = await read(applications.list, {
    at: null,
    filter: { selector, text: null, sort: BY_NAME },
    after: null,
    limit: 1,
  })
  if (total > 0) return []
  return [
    <GuardedLink
      key="application"
      href={withQuery(newPath('application'), { namespace: team })}
      icon={Plus}
      refusal={await whyNotWrite(objectResource('application', team))}
    >
      Onboard an application of it
    </GuardedLink>,
  ]
}

async function clusterSteps(name: string): Promise<readonly ReactElement[]> {
  const found = await readOrWhyNot(objectUseCases.cluster.get, { ref: { name }, at: null })
  if (found.kind === 'refused' || (found.answer.json.status.observed_at ?? null) !== null) return []
  return [
    <GuardedLink
      key="onboarding"
      href={pagePaths.onboarding(name)}
      icon={Network}
      refusal={await whyNotWrite(objectResource('cluster', null))}
    >
      Connect it
    </GuardedLink>,
  ]
}
