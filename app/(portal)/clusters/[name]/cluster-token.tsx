'use client'

import { KeyRound, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { withToken } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { makeToken } from '../../settings/actions.ts'

type Made = { readonly token: string | null; readonly onMade: (token: string) => void }

const MadeToken = createContext<Made>({ token: null, onMade: () => undefined })

/** The commands in here have the token filled in once it is made, until the page is left. */
export function TokenFilledIn({ children }: { children: ReactNode }) {
  const [token, onMade] = useState<string | null>(null)
  return <MadeToken value={{ token, onMade }}>{children}</MadeToken>
}

const DAYS = 366

export function MakeClusterToken({ cluster }: { cluster: string }) {
  const { token, onMade } = use(MadeToken)
  const { refused, isSending, send } = useUnseenSave(makeToken, (made) => onMade(made.token))
  const make = () =>
    send({ name: `cluster ${cluster}`, role: 'reader', team: null, cluster, days: DAYS })
  if (token !== null) {
    return (
      <>
        <Banner tone="warn" icon={TriangleAlert}>
          It is filled in below. Once you leave this page, nobody sees it again: Berth keeps only
          its hash.
        </Banner>
        <CodeBlock code={token} label="Token" />
      </>
    )
  }
  return (
    <div className="space-y-2">
      <Button onClick={make} disabled={isSending}>
        <KeyRound aria-hidden className="size-4" />
        {isSending ? 'Making it…' : 'Make the token'}
      </Button>
      <div role="alert">
        {refused && <FieldErrors id="token" errors={[problemWords(refused)]} />}
      </div>
    </div>
  )
}

export function TokenCommand({ code, label }: { code: string; label: string }) {
  const { token } = use(MadeToken)
  return <CodeBlock code={token === null ? code : withToken(code, token)} label={label} />
}
