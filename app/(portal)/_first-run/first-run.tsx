import { Circle, CircleCheck } from 'lucide-react'
import { SetUpGuide } from '#components/dashboard/set-up-guide.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Clock } from '#components/ui/time.tsx'
import type { FirstRun } from '#lib/usecases/overview/first-run.ts'
import { type Step, stepsOf } from './steps.ts'

/** What to do with a tenant in which there is nothing yet. */
export function TwoWays({ firstRun }: { firstRun: FirstRun }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Card title="Set up for real" note="saved as you go: come back at any time">
        <StepList steps={stepsOf(firstRun)} />
      </Card>
      <Card title="Explore with demo data">
        <div className="space-y-3">
          <p>
            Sixty clusters that report, four teams, 25 applications and ninety days of history, with
            an admin, a team member and an auditor to sign in as.
          </p>
          <p className="text-muted">
            It runs beside this installation, on a machine with Node.js and the source of Berth, and
            keeps everything in a folder of its own: delete the folder, and it is gone. It is never
            put into this tenant, whose history is kept for ever and whose manifests real clusters
            would pull.
          </p>
          <CodeBlock label="the command that starts the demo" code={DEMO} />
          <p className="text-muted">Then open http://localhost:3100.</p>
        </div>
      </Card>
    </div>
  )
}

const DEMO = 'BERTH_DATA_DIR=.data-demo PORT=3100 npm run demo'

/** What is still to be done, until all of it is or somebody wants to see no more of it. */
export function StepsLeft({ firstRun }: { firstRun: FirstRun }) {
  const steps = stepsOf(firstRun)
  const done = steps.filter(({ proof }) => proof !== null).length
  if (done === steps.length) return null
  return (
    <SetUpGuide note={`${done} of ${steps.length} done`}>
      <StepList steps={steps} />
    </SetUpGuide>
  )
}

function StepList({ steps }: { steps: readonly Step[] }) {
  const next = steps.find(({ proof }) => proof === null)
  return (
    <ol className="space-y-4">
      {steps.map((step, index) => (
        <StepLine key={step.title} step={step} number={index + 1} isNext={step === next} />
      ))}
    </ol>
  )
}

function StepLine({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { title, text, href, link, proof } = step
  const Icon = proof ? CircleCheck : Circle
  return (
    <li className="flex items-start gap-3" aria-current={isNext ? 'step' : undefined}>
      <Icon
        aria-hidden
        className={`mt-0.5 size-5 shrink-0 ${proof ? 'text-good' : 'text-muted'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {number}. {title}
          {proof && <span className="font-normal text-good"> Done</span>}
        </p>
        <p className="text-muted">
          {proof ? (
            <>
              {proof.text}, <Clock at={proof.at} />.
            </>
          ) : (
            text
          )}{' '}
          {!isNext && <TextLink href={href}>{link}</TextLink>}
        </p>
        {isNext && (
          <Link href={href} className={buttonClass('primary', 'mt-2')}>
            {link}
          </Link>
        )}
      </div>
    </li>
  )
}
