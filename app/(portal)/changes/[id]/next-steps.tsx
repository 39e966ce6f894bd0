import { Fragment } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { refOf } from '#lib/domain/objects/objects.ts'
import { objectResource } from '#lib/domain/access/permissions.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import { mayWrite } from '#lib/http/portal/form-pages.ts'
import { read, readOrWhyNot } from '#lib/http/portal/page.ts'
import { editPath, newPath, newPolicyPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { applications, objectUseCases } from '#lib/usecases/objects/use-cases.ts'

type Step = { readonly text: string; readonly href: string }

/** What is still to be done with a new object until something runs by it, for whoever may do it. */
export async function NextSteps({ change: { edited, objects } }: { change: Change }) {
  const [only] = edited
  if (objects !== 1 || only === undefined || only.before !== null || only.after === null) {
    return null
  }
  const steps = await stepsOf(only)
  if (steps.length === 0) return null
  return (
    <p>
      Next:{' '}
      {steps.map(({ text, href }, index) => (
        <Fragment key={href}>
          {index > 0 && ', or '}
          <TextLink href={href}>{text}</TextLink>
        </Fragment>
      ))}
      .
    </p>
  )
}

function stepsOf({ kind, team, name }: Change['edited'][number]): Promise<readonly Step[]> {
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

async function applicationSteps(namespace: string, name: string): Promise<readonly Step[]> {
  const ref = { namespace, name }
  const found = await readOrWhyNot(applications.get, { ref, at: null })
  if (found.kind === 'refused' || found.answer.json.status.state !== null) return []
  if (!(await mayWrite(objectResource('application', namespace)))) return []
  return [
    {
      text: 'give it labels that get it placed',
      href: editPath(refOf(found.answer.object)),
    },
    { text: 'write a policy for it', href: newPolicyPath(namespace, name) },
  ]
}

async function teamSteps(team: string): Promise<readonly Step[]> {
  if (!(await mayWrite(objectResource('application', team)))) return []
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
    {
      text: 'onboard an application of it',
      href: withQuery(newPath('application'), { namespace: team }),
    },
  ]
}

async function clusterSteps(name: string): Promise<readonly Step[]> {
  const found = await readOrWhyNot(objectUseCases.cluster.get, { ref: { name }, at: null })
  if (found.kind === 'refused' || (found.answer.json.status.observed_at ?? null) !== null) return []
  return [{ text: 'connect it', href: pagePaths.onboarding(name) }]
}
