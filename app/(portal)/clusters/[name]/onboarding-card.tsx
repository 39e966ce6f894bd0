import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { needsToken } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { Onboarding } from '#lib/usecases/objects/details.ts'
import { MakeClusterToken, TokenCommand, TokenFilledIn } from './cluster-token.tsx'
import { FoldedCard, Step, StepList } from './manual-step.tsx'
import { ANCHORS, NeededSteps, numbered } from './needed-steps.tsx'

type Props = {
  onboarding: Onboarding
  cluster: string
  /** The change that brought it to its state. */
  change: number
}

/** What to do by hand so that the cluster pulls, and how to undo it; `children` stand between. */
export function OnboardingCards({ children, ...props }: Props & { children: ReactNode }) {
  const { extras, undo, undoInPart } = props.onboarding
  return (
    <div className="space-y-4">
      <TokenFilledIn>
        <OnboardingCard {...props} />
        {extras.length > 0 && (
          <FoldedCard
            id={ANCHORS.extras}
            title="Tell more than reports do"
            note="each by itself; nothing needs it"
          >
            <StepList steps={extras} />
          </FoldedCard>
        )}
      </TokenFilledIn>
      {children}
      <FoldedCard
        id={ANCHORS.undo}
        title="Take Berth off this cluster"
        note="what takes back each step"
      >
        <p className="mb-6 max-w-prose text-muted">
          In this order.{undoInPart !== null && ` ${undoInPart}`}
        </p>
        <StepList steps={undo} />
      </FoldedCard>
    </div>
  )
}

function OnboardingCard({ onboarding, cluster, change }: Props) {
  const { stages, extras, tokenOf } = onboarding
  const steps = [...stages.flatMap(({ steps }) => steps), ...extras]
  const hasToken = tokenOf === 'berth' || steps.some(({ command }) => needsToken(command))
  const prepared = hasToken ? 3 : 2
  return (
    <Card title="Connect this cluster" note="once, in this order, with a kubectl that reaches it">
      <NeededSteps onboarding={onboarding} prepared={prepared} />
      <p className="mb-6 max-w-prose text-muted">
        Its files are in Git once{' '}
        <TextLink href={pagePaths.change(change)}>{`change #${change}`}</TextLink> is published.
      </p>
      <div className="space-y-10">
        <StageSection id={ANCHORS.prepare} title="Prepare">
          <Preparation {...{ onboarding, cluster, hasToken }} />
        </StageSection>
        {numbered(stages, prepared).map(({ title, steps, first }, index) => (
          <StageSection key={title} id={ANCHORS.stage(index)} title={title}>
            <StepList steps={steps} first={first} />
          </StageSection>
        ))}
      </div>
    </Card>
  )
}

function StageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16">
      <p id={`${id}-title`} className="mb-4 border-b pb-1 text-xs font-medium text-muted">
        {title}
      </p>
      {children}
    </section>
  )
}

async function Preparation({
  onboarding: { reconciler, credentialCommand, needs, tokenOf },
  cluster,
  hasToken,
}: Pick<Props, 'onboarding' | 'cluster'> & { hasToken: boolean }) {
  const refusal = await whyNotWrite({ kind: 'cluster' })
  const CredentialBlock = tokenOf === 'berth' ? TokenCommand : CodeBlock
  return (
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
      <Step number={hasToken ? 3 : 2} title={`Let ${reconciler} read the repository`}>
        <p className="mb-2 text-muted">
          <Credential tokenOf={tokenOf} /> The credential stays in the cluster: it is never in Git.
        </p>
        <CredentialBlock label="the credential command" code={credentialCommand} />
      </Step>
    </ol>
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
