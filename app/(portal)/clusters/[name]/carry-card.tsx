import { Lock, Upload } from 'lucide-react'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Guarded, Refused } from '#components/ui/guarded.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { Onboarding } from '#lib/usecases/objects/details.ts'
import { readReportKeysUseCase } from '#lib/usecases/reports/keys.ts'
import { CheckedStep, FoldedCard, Step } from './manual-step.tsx'
import { ANCHORS } from './needed-steps.tsx'
import { ReportKeysForm } from './report-keys-form.tsx'
import { UploadReport } from './upload-report.tsx'

/** Uploads a report, where any key is registered that signs one. */
export async function UploadAction({ cluster }: { cluster: string }) {
  const { json } = await read(readReportKeysUseCase, { cluster })
  if (json.keys.length === 0) return null
  const refusal = await whyNotWrite({ kind: 'report', cluster })
  return (
    <Guarded icon={Upload} label="Upload a report" refusal={refusal}>
      <UploadReport cluster={cluster} />
    </Guarded>
  )
}

type Props = { onboarding: Onboarding; cluster: string }

/** What a site without a network does so that its cluster is heard of. */
export async function CarryCard({ onboarding: { carry }, cluster }: Props) {
  const { json, etag } = await read(readReportKeysUseCase, { cluster })
  const refusal = await whyNotWrite({ kind: 'cluster' })
  const [first, ...rest] = carry
  return (
    <FoldedCard
      id={ANCHORS.carry}
      title="Report without a network"
      note="by files that are signed on the site and carried here"
    >
      <ol className="space-y-8">
        <Step number={1} title={first!.title}>
          <CheckedStep step={first!} />
        </Step>
        <Step number={2} title="Register its public half here">
          {refusal === null ? (
            <ReportKeysForm key={etag} cluster={cluster} carried={json} etag={etag} />
          ) : (
            <div className="space-y-3">
              {json.keys.map(({ public_key }) => (
                <CodeBlock key={public_key} label="a public key" code={public_key} />
              ))}
              <Refused icon={Lock} label="Register keys" refusal={refusal} />
            </div>
          )}
        </Step>
        {rest.map((step, index) => (
          <Step key={step.title} number={index + 3} title={step.title}>
            <CheckedStep step={step} />
          </Step>
        ))}
        <Step number={rest.length + 3} title="Upload it">
          <p className="max-w-prose text-muted">
            On the first part of this page, under Reported, or by{' '}
            <code className="font-mono text-xs">POST /clusters/{cluster}/reports/file</code>.
          </p>
        </Step>
      </ol>
    </FoldedCard>
  )
}
