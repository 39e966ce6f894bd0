import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import type { Onboarding } from '#lib/usecases/objects/details.ts'

/** What a person does once, by hand, so that the cluster's Argo CD pulls. */
type Props = { onboarding: Onboarding; cluster: string }

export function OnboardingCard({ onboarding, cluster }: Props) {
  const { branch, bootstrapPath, pullUrl, credentialCommand, needs } = onboarding
  return (
    <Card title="Connect this cluster" note="once, with a kubectl that reaches it">
      <ol className="space-y-6">
        <Step number={1} title="Check what the cluster must have">
          <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
        </Step>
        <Step number={2} title="Let Argo CD read the repository">
          <p className="mb-2 text-muted">
            <Credential onboarding={onboarding} cluster={cluster} /> The credential stays in the
            cluster: it is never in Git.
          </p>
          <CodeBlock label="the credential command" code={credentialCommand} />
        </Step>
        <Step number={3} title="Apply the bootstrap manifest">
          <p className="mb-2 text-muted">
            <Chip>{bootstrapPath}</Chip> on the branch <Chip>{branch}</Chip> makes Argo CD’s project
            and root Application, both named berth. From then on the cluster follows Git by itself.
          </p>
          <CodeBlock
            label="the bootstrap command"
            code={[
              `git clone --depth 1 --branch ${branch} ${pullUrl} berth-gitops`,
              `kubectl apply --filename berth-gitops/${bootstrapPath}`,
            ].join(' &&\n')}
          />
        </Step>
      </ol>
    </Card>
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

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
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
