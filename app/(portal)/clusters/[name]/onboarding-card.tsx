import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Sentence } from '#components/ui/sentence.tsx'
import type { Onboarding } from '#lib/usecases/objects/details.ts'

type Props = { onboarding: Onboarding; cluster: string }

/** What to do by hand so that the cluster pulls, and how to undo it; `children` stand between. */
export function OnboardingCards({ children, ...props }: Props & { children: ReactNode }) {
  return (
    <div className="space-y-4">
      <OnboardingCard {...props} />
      {children}
      <OffboardingCard onboarding={props.onboarding} />
    </div>
  )
}

function OnboardingCard({ onboarding, cluster }: Props) {
  const { reconciler, credentialCommand, needs, steps } = onboarding
  return (
    <Card title="Connect this cluster" note="once, in this order, with a kubectl that reaches it">
      <ol className="space-y-8">
        <Step number={1} title="Check what the cluster must have">
          <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </Step>
        <Step number={2} title={`Let ${reconciler} read the repository`}>
          <p className="mb-2 text-muted">
            <Credential onboarding={onboarding} cluster={cluster} /> The credential stays in the
            cluster: it is never in Git.
          </p>
          <CodeBlock label="the credential command" code={credentialCommand} />
        </Step>
        {steps.map((step, index) => (
          <Step key={step.title} number={index + 3} title={step.title}>
            <CheckedStep step={step} />
          </Step>
        ))}
      </ol>
    </Card>
  )
}

function OffboardingCard({ onboarding: { undo, undoInPart } }: Pick<Props, 'onboarding'>) {
  return (
    <FoldedCard title="Take Berth off this cluster" note="what takes back each step">
      <p className="mb-6 max-w-prose text-muted">
        In this order.{undoInPart !== null && ` ${undoInPart}`}
      </p>
      <ol className="space-y-8">
        {undo.map((step, index) => (
          <Step key={step.title} number={index + 1} title={step.title}>
            <CheckedStep step={step} />
          </Step>
        ))}
      </ol>
    </FoldedCard>
  )
}

/** What few people need. */
export function FoldedCard({
  title,
  note,
  children,
}: {
  title: string
  note: string
  children: ReactNode
}) {
  return (
    <details className="group rounded-lg border bg-surface">
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-lg px-4 py-2 -outline-offset-2 hover:bg-sunken/50">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
        />
        <h2 className="text-sm font-semibold">{title}</h2>
        <span className="text-xs text-muted">{note}</span>
      </summary>
      <div className="border-t p-4">{children}</div>
    </details>
  )
}

export function CheckedStep({
  step: { title, why, command, texts = [], check, warning },
}: {
  step: Onboarding['steps'][number]
}) {
  const name = title.charAt(0).toLowerCase() + title.slice(1)
  return (
    <div className="space-y-2">
      <p className="max-w-prose text-muted">{why}</p>
      {warning !== null && (
        <p className="flex max-w-prose items-start gap-2 rounded-md bg-warn-soft px-2.5 py-1.5 text-xs text-warn">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          <Sentence>{warning}</Sentence>
        </p>
      )}
      <CodeBlock label={`the command to ${name}`} code={command} />
      {texts.map(({ title: about, text }) => (
        <div key={about} className="space-y-1 pt-1">
          <p className="max-w-prose text-muted">{about}</p>
          <CodeBlock label={`the text: ${about}`} code={text} />
        </div>
      ))}
      <div className="border-l-2 pl-3">
        <p className="mb-1 text-xs">
          <span className="font-medium">Then check:</span>{' '}
          <span className="text-muted">{check.expected}</span>
        </p>
        <CodeBlock label={`the check after: ${name}`} code={check.command} />
      </div>
    </div>
  )
}

function Credential({ onboarding: { tokenOf }, cluster }: Props) {
  const command = <Chip>npm run token -- --role reader --cluster {cluster}</Chip>
  return (
    <>
      {tokenOf === 'nobody' &&
        'This demo lets whoever is on this machine read it, so leave this step out. Elsewhere, '}
      {tokenOf === 'nobody' ? 'fill' : 'Fill'} in <Chip>USER</Chip> and <Chip>TOKEN</Chip> first:{' '}
      {tokenOf === 'git-host' ? (
        'of an account that may read the repository where it is hosted.'
      ) : (
        <>any user name, and the token that {command} prints where Berth runs.</>
      )}
    </>
  )
}

export function Step({
  number,
  title,
  children,
}: {
  number: number
  title: string
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3">
      <span
        aria-hidden
        className="inline-flex size-7 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
      >
        {number}
      </span>
      <div>
        <h3 className="mb-2 leading-7 font-medium">{title}</h3>
        {children}
      </div>
    </li>
  )
}
