import { Undo2 } from 'lucide-react'
import { Guarded } from '#components/ui/guarded.tsx'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { Change } from '#lib/usecases/changes/read.ts'
import { resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { storedObject } from '#lib/usecases/objects/stored-object.ts'
import { RevertButton } from './revert-button.tsx'

/** Offers to take a change back; nothing for one that edited no object. */
export async function RevertAction({ change: { id, edited } }: { change: Change }) {
  if (edited.length === 0) return null
  return (
    <Guarded icon={Undo2} label="Undo" refusal={await whyNotUndo(edited)}>
      <RevertButton change={id} />
    </Guarded>
  )
}

async function whyNotUndo(edited: Change['edited']): Promise<string | null> {
  for (const { kind, before, after } of edited) {
    const refusal = await whyNotWrite(resourceOf(storedObject(kind, after ?? before)))
    if (refusal !== null) return refusal
  }
  return null
}
