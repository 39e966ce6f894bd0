'use client'

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { REPORT_KEYS_MAX } from '#lib/domain/observed/report-keys.ts'
import type { ReportKeyJson } from '#lib/schemas/report-key.ts'
import { saveReportKeys } from '../actions.ts'

const nothing = () => undefined

/** The keys that sign a cluster's carried reports, one after another, and how often these come. */
export function ReportKeysForm({
  cluster,
  carried,
  etag,
}: {
  cluster: string
  carried: ReportKeyJson
  etag: string
}) {
  const [keys, setKeys] = useState(() => carried.keys.map((key) => key.public_key).join(''))
  const [interval, setInterval] = useState(() => String(carried.interval_s ?? ''))
  const { refused, isSending, send } = useUnseenSave(saveReportKeys, nothing)
  const reasonsOf = (field: string) => {
    const own = Object.entries(refused?.fields ?? {}).filter(([path]) => path.startsWith(field))
    return { [field]: [...new Set(own.flatMap(([, reasons]) => reasons))] }
  }
  return (
    <form
      className="max-w-2xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send({ name: cluster, etag, body: bodyOf(keys, interval, carried) })
      }}
    >
      <TextField
        id="keys"
        label="Public keys"
        hint={`As the command above printed it. To change it, put the new one beneath the old and take that away later; ${REPORT_KEYS_MAX} at most.`}
        mono
        multiline
        rows={4}
        placeholder="-----BEGIN PUBLIC KEY-----"
        reasons={reasonsOf('keys')}
        value={keys}
        onChange={setKeys}
      />
      <TextField
        id="interval_s"
        label="Seconds between reports"
        hint="How often files come, such as 604800 for each week: the cluster is late after three of these times without one, and unknown after ten. Empty: as often as all clusters report."
        reasons={reasonsOf('interval_s')}
        value={interval}
        onChange={setInterval}
      />
      {refused && Object.keys(refused.fields).length === 0 && (
        <Banner tone="bad" icon={CircleAlert}>
          {problemWords(refused)}
        </Banner>
      )}
      <Button look="primary" type="submit" disabled={isSending}>
        {isSending ? 'Saving…' : 'Save keys'}
      </Button>
    </form>
  )
}

const END = /(?<=-----END [^-]*-----)\s*/

/** What is no key stays as it is, so that the field says so; a key that ends at some time goes on doing so. */
function bodyOf(text: string, interval: string, { keys }: ReportKeyJson) {
  const seconds = interval.trim()
  const pems = text.split(END).filter((pem) => pem.trim() !== '')
  return {
    keys: pems.map((pem) => ({
      public_key: pem,
      until: keys.find(({ public_key }) => public_key.trim() === pem.trim())?.until ?? null,
    })),
    interval_s: seconds === '' ? null : /^\d+$/.test(seconds) ? Number(seconds) : seconds,
  }
}
