'use client'

import { KeyRound } from 'lucide-react'
import { MakeFooter, MakeOnce } from '#components/object-form/make-once.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { makeRegistrationSecret } from './actions.ts'

const MEANING =
  'Whoever has it registers clusters as this registration token says, and nothing else.'

/** Makes the secret of a registration token, and shows it this once. */
export function MakeSecret({
  name,
  label,
  isMade,
  command,
}: {
  name: string
  label: string
  isMade: boolean
  command: string
}) {
  return (
    <MakeOnce<string>
      label={label}
      icon={KeyRound}
      asks={{
        title: label,
        description: isMade
          ? 'Whoever has the secret that there is registers nothing with it from now on.'
          : MEANING,
      }}
      answers={() => ({ title: `The secret of ${name}`, description: MEANING })}
      warning="Once this is closed, nobody sees the secret again: Berth keeps only its hash."
      renderForm={(onMade, onCancel) => (
        <Confirmation name={name} onMade={onMade} onCancel={onCancel} />
      )}
    >
      {(secret) => (
        <>
          <CodeBlock code={secret} label="Secret" />
          <CodeBlock code={`SECRET=${secret}\n${command}`} label="What a site runs" />
        </>
      )}
    </MakeOnce>
  )
}

function Confirmation({
  name,
  onMade,
  onCancel,
}: {
  name: string
  onMade: (secret: string) => void
  onCancel: () => void
}) {
  const { send, ...saving } = useUnseenSave(makeRegistrationSecret, ({ secret }) => onMade(secret))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send({ name })
      }}
    >
      <MakeFooter id="secret" {...saving} action="Make it" onCancel={onCancel} />
    </form>
  )
}
