'use client'

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { askedClusters } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import type { ApplicationKindsJson } from '#lib/schemas/application-kinds.ts'
import { KindsImpact } from './kinds-impact.tsx'
import { kindsText } from './kinds-text.ts'
import { type KindsProblem, useApplicationKinds } from './use-application-kinds.ts'

const ROWS = 8

/** The kinds that teams may deploy besides those that every team may, for admins to edit. */
export function KindsForm({
  kinds,
  etag,
}: {
  kinds: ApplicationKindsJson['application_kinds']
  etag: string
}) {
  const [text, setText] = useState(() => kindsText(kinds))
  const [reason, setReason] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const { impact, isCurrent, problem, isBusy, save } = useApplicationKinds(etag, text)
  const isDifferent = text.trim() !== kindsText(kinds)
  const mayBeSaved = isDifferent && isCurrent && impact !== null && !isBusy
  const confirm = async () => {
    await save(reason, impact?.confirmClusters ?? null)
    setConfirming(false)
  }
  const submit = () => {
    if (!mayBeSaved) return
    if (impact.confirmClusters === null) void confirm()
    else setConfirming(true)
  }
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(24rem,30rem)]">
      <Card title="Besides, in this tenant" className="self-start">
        <form
          className="space-y-5"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Fields {...{ text, setText, reason, setReason, problem }} />
          <Button look="primary" type="submit" disabled={!mayBeSaved}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </form>
      </Card>
      <KindsImpact impact={impact} isCurrent={isCurrent} />
      {impact?.confirmClusters && (
        <TypedDialog
          open={isConfirming}
          onOpenChange={setConfirming}
          title="Change what teams may bring"
          description={byHand(impact.confirmClusters)}
          asked={[askedClusters(impact.confirmClusters)]}
          action="Save"
          isBusy={isBusy}
          onConfirm={() => void confirm()}
        >
          <p className="mb-4">The command is on each cluster’s page, under Onboarding.</p>
        </TypedDialog>
      )}
    </div>
  )
}

function Fields({
  text,
  setText,
  reason,
  setReason,
  problem,
}: {
  text: string
  setText: (text: string) => void
  reason: string
  setReason: (reason: string) => void
  problem: KindsProblem | null
}) {
  return (
    <>
      <TextField
        id="application_kinds"
        label="Kinds"
        hint="One a line, as kubectl api-resources --namespaced --output name prints them, such as certificates.cert-manager.io."
        mono
        multiline
        rows={ROWS}
        reasons={reasonsOf(problem)}
        value={text}
        onChange={setText}
      />
      <TextField
        id="reason"
        label="Reason"
        hint="Why, for whoever reads the history or Git. Optional."
        reasons={{}}
        value={reason}
        onChange={setReason}
      />
      {problem && <Refusal problem={problem} />}
    </>
  )
}

function byHand(clusters: number): string {
  const where =
    clusters === 1 ? 'the cluster' : `each of the ${clusters.toLocaleString('en')} clusters`
  return `On ${where}, somebody then has to apply the bootstrap again by hand.`
}

/** What is wrong with the names. Each reason quotes its name, so showing it once is enough. */
function reasonsOf(problem: KindsProblem | null): FieldReasons {
  return { application_kinds: [...new Set(Object.values(problem?.fields ?? {}).flat())] }
}

function Refusal({ problem }: { problem: KindsProblem }) {
  if (Object.keys(problem.fields).length > 0) return null
  return (
    <Banner tone="bad" icon={CircleAlert}>
      {problem.message}
    </Banner>
  )
}
