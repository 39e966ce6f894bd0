import { Undo2 } from 'lucide-react'
import { Guarded } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { storedObject } from '#lib/usecases/objects/stored-object.ts'
import { RevertButton } from './revert-button.tsx'

/** Offers to take a change back; nothing for one that neither edited an object nor decided for a policy. */
export async function RevertAction({ change }: { change: Change }) {
  const isOfDecision = change.objects === 0 && DECIDING.has(change.action)
  if (change.edited.length === 0 && !isOfDecision) return null
  return (
    <Guarded icon={Undo2} label="Undo" refusal={await whyNotUndo(change)}>
      <RevertButton change={change.id} />
    </Guarded>
  )
}

const DECIDING: ReadonlySet<string> = new Set(['decisions.replace', 'changes.revert'])

async function whyNotUndo({ edited }: Change): Promise<string | null> {
  if (edited.length === 0) return whyNotWrite({ kind: 'tenant' })
  for (const { kind, before, after } of edited) {
    const refusal = await whyNotWrite(resourceOf(storedObject(kind, after ?? before)))
    if (refusal !== null) return refusal
  }
  return null
}
