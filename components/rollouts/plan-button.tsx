'use client'

import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { PlanForm, type PlanSave } from './plan-form.tsx'
import { type PlanRequest, usePlan } from './use-plan.ts'

type Planned = {
  readonly title: string
  readonly description: string
  readonly action: string
  readonly request: PlanRequest
  /** Whether it goes back, to all clusters at once. */
  readonly goesBack?: boolean
  readonly save: PlanSave
  /** Where to go after it; null: it stays. */
  readonly onSaved?: (rollout: number | null) => void
}

/** Lets a rollout go on or back, after a look at what its waves do. */
export function PlanButton({ icon: Icon, ...planned }: Planned & { icon: LucideIcon }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {planned.action}
      </Button>
      {isOpen && <PlanDialog {...planned} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PlanDialog({
  title,
  description,
  action,
  request,
  goesBack = false,
  save,
  onSaved,
  onClose,
}: Planned & { onClose: () => void }) {
  const view = usePlan(request)
  return (
    <Dialog wide open onOpenChange={onClose} title={title} description={description}>
      <PlanForm
        view={view}
        action={action}
        goesBack={goesBack}
        needsReason
        save={save}
        onSaved={(rollout) => {
          onClose()
          onSaved?.(rollout)
        }}
        cancel={<Button onClick={onClose}>Cancel</Button>}
      />
    </Dialog>
  )
}
