'use client'

import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { problemWords } from '#components/impact/problem-words.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import {
  LABEL_KEYS_MAX,
  REPORT_INTERVAL_S_MAX,
  REPORT_INTERVAL_S_MIN,
} from '#lib/domain/observed/observed-settings.ts'
import type { ObservedSettingsJson } from '#lib/schemas/observed-settings.ts'
import { saveObservedSettings } from '../actions.ts'

/** How often clusters report, and by which labels is counted, for admins to edit. */
export function ObservedForm({ settings, etag }: { settings: ObservedSettingsJson; etag: string }) {
  const [keys, setKeys] = useState(() => settings.label_keys.join('\n'))
  const [interval, setInterval] = useState(() => String(settings.report_interval_s))
  const markSaved = useUnsavedValues({ 'seconds between reports': interval, labels: keys })
  const { refused, isSending, send } = useUnseenSave(saveObservedSettings, markSaved)
  const fields = refused?.fields ?? {}
  const isOfField = Object.keys(fields).length > 0
  return (
    <form
      className="max-w-2xl space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        send({ etag, body: bodyOf(keys, interval) })
      }}
    >
      <TextField
        id="report_interval_s"
        label="Seconds between reports"
        hint={`${REPORT_INTERVAL_S_MIN} to ${REPORT_INTERVAL_S_MAX}. A cluster is late after three of these times without a word, and unknown after ten. Each is told with its next report, and until then counts by what it was told before.`}
        reasons={reasonsOf(fields, 'report_interval_s')}
        value={interval}
        onChange={setInterval}
      />
      <TextField
        id="label_keys"
        label="Count by these labels of clusters"
        hint={`One a line, ${LABEL_KEYS_MAX} at most, besides the environment. A label that is added is counted from then on: of the time before nothing is known by it.`}
        mono
        multiline
        rows={4}
        reasons={reasonsOf(fields, 'label_keys')}
        value={keys}
        onChange={setKeys}
      />
      {refused && !isOfField && (
        <Banner tone="bad" icon={CircleAlert}>
          {problemWords(refused)}
        </Banner>
      )}
      <Button look="primary" type="submit" disabled={isSending}>
        {isSending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}

/** What isn't a number stays a text, so that its field says so. */
function bodyOf(keys: string, interval: string) {
  const text = interval.trim()
  return {
    label_keys: keys.split(/\s+/).filter((key) => key !== ''),
    report_interval_s: /^\d+$/.test(text) ? Number(text) : text,
  }
}

/** Of a field or of what it holds. */
function reasonsOf(fields: FieldReasons, field: string): FieldReasons {
  const own = Object.entries(fields).filter(([path]) => path.split('.')[0] === field)
  return { [field]: [...new Set(own.flatMap(([, reasons]) => reasons))] }
}
