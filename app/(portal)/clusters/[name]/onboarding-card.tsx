import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import type { Onboarding } from '#lib/usecases/objects/details.ts'

/** What a person does once, by hand, so that the cluster's Argo CD pulls. */
export function OnboardingCard({ onboarding }: { onboarding: Onboarding }) {
  const { branch, bootstrapPath, pullUrl, credentialCommand, needs } = onboarding
  return (
    <Card title="Connect this cluster" note="once, with a kubectl that reaches it">
      <ol className="space-y-6">
        <Step number={1} title="Check what the cluster must have">
          <ul className="space-y-1.5">
            {needs.map((need) => (
              <li key={need} className="flex items-start gap-2">
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                {need}
              </li>
            ))}
          </ul>
        </Step>
        <Step number={2} title="Let Argo CD read the repository">
          <p className="mb-2 text-muted">
            Fill in <Chip>USER</Chip> and <Chip>TOKEN</Chip> first. The credential stays in the
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
