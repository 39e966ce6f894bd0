import { ChevronRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { DownloadButton } from '#components/ui/download-button.tsx'
import { Sentence } from '#components/ui/sentence.tsx'
import type { ManualStep, StepText } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { TokenCommand } from './cluster-token.tsx'

/** What few people need; a link to `id` opens it. */
export function FoldedCard({
  id,
  title,
  note,
  children,
}: {
  id: string
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
      {/* Inside: browsers open what a link leads into. */}
      <div id={id} className="scroll-mt-24 border-t p-4">
        {children}
      </div>
    </details>
  )
}

/** Steps with their commands, numbered from `first` on. */
export function StepList({ steps, first = 1 }: { steps: readonly ManualStep[]; first?: number }) {
  return (
    <ol start={first} className="space-y-8">
      {steps.map((step, index) => (
        <Step key={step.title} number={first + index} title={step.title}>
          <CheckedStep step={step} />
        </Step>
      ))}
    </ol>
  )
}

export function CheckedStep({
  step: { title, why, command, texts = [], check, warning },
}: {
  step: ManualStep
}) {
  const name = title.charAt(0).toLowerCase() + title.slice(1)
  const files = texts.filter(({ file }) => file !== undefined)
  return (
    <div className="space-y-2">
      <p className="max-w-prose text-muted">{why}</p>
      {warning !== null && <Warning>{warning}</Warning>}
      {files.map((text) => (
        <TextOfStep key={text.title} text={text} />
      ))}
      <TokenCommand label={`the command to ${name}`} code={command} />
      {texts
        .filter((text) => !files.includes(text))
        .map((text) => (
          <TextOfStep key={text.title} text={text} />
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

function Warning({ children }: { children: string }) {
  return (
    <p className="flex max-w-prose items-start gap-2.5 rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <strong className="font-medium">Before you run it: </strong>
        <Sentence>{children}</Sentence>
      </span>
    </p>
  )
}

function TextOfStep({ text: { title, text, file } }: { text: StepText }) {
  return (
    <div className="space-y-1.5 pt-1">
      <p className="max-w-prose text-muted">{title}</p>
      {file !== undefined && <DownloadButton file={file} text={text} />}
      <CodeBlock label={`the text: ${title}`} code={text} />
    </div>
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
