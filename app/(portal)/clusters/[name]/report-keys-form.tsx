'use client'

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import type { ReportKeyJson } from '#lib/schemas/report-key.ts'
import { saveReportKeys } from '../actions.ts'
import { EMPTY_ROW, isSent, KeyList, type KeyRow } from './key-list.tsx'

/** The keys that sign a cluster's carried reports, until when each is taken, and how often reports come. */
export function ReportKeysForm({
  cluster,
  carried,
  etag,
}: {
  cluster: string
  carried: ReportKeyJson
  etag: string
}) {
  const [rows, setRows] = useState(() => rowsOf(carried))
  const [interval, setInterval] = useState(() => String(carried.interval_s ?? ''))
  const markSaved = useUnsavedValues({ keys: rows, 'seconds between reports': interval })
  const { refused, isSending, send } = useUnseenSave(saveReportKeys, markSaved)
  const reasons = refused?.fields ?? {}
  return (
    <form
      className="max-w-2xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send({ name: cluster, etag, body: bodyOf(rows, interval) })
      }}
    >
      <KeyList rows={rows} onChange={setRows} reasons={reasons} />
      <TextField
        id="interval_s"
        label="Seconds between reports"
        hint="How often files come, such as 604800 for each week: the cluster is late after three of these times without one, and unknown after ten. Empty: as often as all clusters report."
        reasons={{ interval_s: reasons['interval_s'] ?? [] }}
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

function rowsOf({ keys }: ReportKeyJson): readonly KeyRow[] {
  if (keys.length === 0) return [EMPTY_ROW]
  return keys.map(({ public_key, until }) => ({ pem: public_key, until: until ?? '' }))
}

/** What is no key, instant or number stays as it is, so that its field says so. */
function bodyOf(rows: readonly KeyRow[], interval: string) {
  const seconds = interval.trim()
  return {
    keys: rows.filter(isSent).map(({ pem, until }) => ({
      public_key: pem,
      until: until.trim() === '' ? null : until.trim(),
    })),
    interval_s: seconds === '' ? null : /^\d+$/.test(seconds) ? Number(seconds) : seconds,
  }
}
