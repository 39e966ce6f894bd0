import { ChevronRight, KeyRound, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { Sentence } from '#components/ui/sentence.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { needsToken } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Onboarding } from '#lib/usecases/objects/details.ts'
import { MakeClusterToken, TokenCommand, TokenFilledIn } from './cluster-token.tsx'

type Props = {
  onboarding: Onboarding
  cluster: string
  /** The change that brought it to its state. */
  change: number
}

/** What to do by hand so that the cluster pulls, and how to undo it; `children` stand between. */
export function OnboardingCards({ children, ...props }: Props & { children: ReactNode }) {
  return (
    <div className="space-y-4">
      <TokenFilledIn>
        <OnboardingCard {...props} />
      </TokenFilledIn>
      {children}
      <OffboardingCard onboarding={props.onboarding} />
    </div>
  )
}

async function OnboardingCard({ onboarding, cluster, change }: Props) {
  const { reconciler, credentialCommand, needs, steps, tokenOf } = onboarding
  const hasToken = tokenOf === 'berth' || steps.some(({ command }) => needsToken(command))
  const refusal = await whyNotWrite({ kind: 'cluster' })
  const CredentialBlock = tokenOf === 'berth' ? TokenCommand : CodeBlock
  const first = hasToken ? 3 : 2
  return (
    <Card title="Connect this cluster" note="once, in this order, with a kubectl that reaches it">
      <p className="mb-6 max-w-prose text-muted">
        Its files are in Git once{' '}
        <TextLink href={pagePaths.change(change)}>{`change #${change}`}</TextLink> is published.
      </p>
      <ol className="space-y-8">
        <Step number={1} title="Check what the cluster must have">
          <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </Step>
        {hasToken && (
          <Step number={2} title="Make the cluster’s token">
            <p className="mb-2 max-w-prose text-muted">
              With it, this cluster alone reads the repository and reports. It lives for a year,
              whoever made it; Settings, Tokens ends it.
            </p>
            <Guarded icon={KeyRound} label="Make the token" refusal={refusal}>
              <MakeClusterToken cluster={cluster} />
            </Guarded>
          </Step>
        )}
        <Step number={first} title={`Let ${reconciler} read the repository`}>
          <p className="mb-2 text-muted">
            <Credential tokenOf={tokenOf} /> The credential stays in the cluster: it is never in
            Git.
          </p>
          <CredentialBlock label="the credential command" code={credentialCommand} />
        </Step>
        {steps.map((step, index) => (
          <Step key={step.title} number={index + first + 1} title={step.title}>
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
      <TokenCommand label={`the command to ${name}`} code={command} />
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

function Credential({ tokenOf }: Pick<Onboarding, 'tokenOf'>) {
  switch (tokenOf) {
    case 'nobody':
      return 'This demo lets whoever is on this machine read it, so leave this step out.'
    case 'berth':
      return 'With the token that is made above, and any user name.'
    case 'git-host':
      return (
        <>
          Fill in <Chip>USER</Chip> and <Chip>TOKEN</Chip> first: of an account that may read the
          repository where it is hosted.
        </>
      )
  }
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
