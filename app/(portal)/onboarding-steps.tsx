import { Circle, CircleCheck } from 'lucide-react'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Overview } from '#lib/usecases/overview/read.ts'

type Step = {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly link: string
  readonly done: boolean
}

export function OnboardingSteps({ counts }: Pick<Overview, 'counts'>) {
  const steps = stepsOf(counts)
  const done = steps.filter(({ done }) => done).length
  return (
    <Card title="Set up this tenant" note={`${done} of ${steps.length} done`}>
      <ol className="space-y-3">
        {steps.map((step, index) => (
          <li key={step.title} className="flex items-start gap-3">
            {step.done ? (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
            )}
            <div>
              <p className="font-medium">
                {index + 1}. {step.title}
                {step.done && <span className="font-normal text-muted"> (done)</span>}
              </p>
              <p className="text-muted">
                {step.text} <TextLink href={step.href}>{step.link}</TextLink>
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 border-t pt-3 text-muted">
        And connect each cluster to Git, which Berth can’t see from here: apply one manifest by
        hand; the cluster’s page has the commands under Onboarding.{' '}
        <TextLink href={pagePaths.clusters}>Choose a cluster</TextLink>
      </p>
    </Card>
  )
}

/** Whether nothing is left to do until the first placement. */
export function isSetUp(counts: Overview['counts']): boolean {
  return stepsOf(counts).every(({ done }) => done)
}

function stepsOf(counts: Overview['counts']): Step[] {
  return [
    {
      title: 'Onboard a cluster',
      text: 'Its name, environment and labels, by which policies will choose it.',
      href: pagePaths.clusters,
      link: 'Clusters',
      done: counts.cluster.total > 0,
    },
    {
      title: 'Create a team',
      text: 'It owns applications, and groups of your identity provider act for it.',
      href: pagePaths.teams,
      link: 'Teams',
      done: counts.team.total > 0,
    },
    {
      title: 'Onboard an application',
      text: 'A repository, a branch and a path.',
      href: pagePaths.applications,
      link: 'Applications',
      done: counts.application.total > 0,
    },
    {
      title: 'Create a policy',
      text: 'These applications on these clusters.',
      href: pagePaths.policies,
      link: 'Policies',
      done: counts['target-policy'].total > 0,
    },
    {
      title: 'See the first placement',
      text: 'It follows where a policy selects both an application and a cluster.',
      href: pagePaths.placements,
      link: 'Placements',
      done: counts.placement.total > 0,
    },
  ]
}
