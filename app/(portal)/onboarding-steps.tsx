import { Circle, CircleCheck } from 'lucide-react'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { pagePaths } from '#lib/paths.ts'
import type { Overview } from '#lib/usecases/overview/read.ts'

type Step = {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly link: string
  /** Null: nobody can tell from here. */
  readonly done: boolean | null
}

/** From nothing to the first placement. */
export function OnboardingSteps({ counts }: Pick<Overview, 'counts'>) {
  const steps = stepsOf(counts)
  const known = steps.filter(({ done }) => done !== null)
  const done = known.filter(({ done }) => done).length
  return (
    <Card title="Set up this tenant" note={`${done} of ${known.length} done`}>
      <ol className="space-y-3">
        {steps.map((step, index) => (
          <li key={step.title} className="flex items-start gap-3">
            {step.done === true ? (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
            )}
            <div>
              <p className="font-medium">
                {index + 1}. {step.title}
                {step.done === true && <span className="font-normal text-muted"> (done)</span>}
              </p>
              <p className="text-muted">
                {step.text} <TextLink href={step.href}>{step.link}</TextLink>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function stepsOf(counts: Overview['counts']): Step[] {
  return [
    {
      title: 'Onboard a cluster',
      text: 'Its name, environment and labels, by which policies will choose it.',
      href: pagePaths.clusters,
      link: 'Clusters',
      done: counts.cluster > 0,
    },
    {
      title: 'Connect it to Git',
      text: 'Apply one manifest by hand; the page of the cluster has the commands.',
      href: pagePaths.clusters,
      link: 'Choose a cluster',
      done: null,
    },
    {
      title: 'Create a team',
      text: 'It owns applications, and groups of your identity provider act for it.',
      href: pagePaths.teams,
      link: 'Teams',
      done: counts.team > 0,
    },
    {
      title: 'Onboard an application',
      text: 'A repository, a branch and a path.',
      href: pagePaths.applications,
      link: 'Applications',
      done: counts.application > 0,
    },
    {
      title: 'Create a policy',
      text: 'These applications on these clusters: the first placement follows.',
      href: pagePaths.policies,
      link: 'Policies',
      done: counts['target-policy'] > 0,
    },
  ]
}
