'use client'

import { useState } from 'react'
import { ImpactPanel } from '#components/impact/impact-panel.tsx'
import { PreviewedForm } from '#components/impact/preview.tsx'
import { useImpact } from '#components/impact/use-impact.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { Card } from '#components/ui/card.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import type { ImportFormat, SaveImport } from '#lib/schemas/save-request.ts'
import { FlawList } from './flaw-list.tsx'
import { formatOf, MEDIA_TYPES } from './import-format.ts'
import { ImportSource } from './import-source.tsx'
import { ShownEdits } from './shown-edits.tsx'

/** Reads a text of many objects, shows what it would make of each and of the fleet, and saves that as one change. */
export function ImportForm({ save }: { save: SaveImport }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ImportFormat | null>(null)
  const format = chosen ?? formatOf(text)
  const request = requestOf(format, text)
  const view = useImpact(request)
  const saved = useUnsavedValues({ 'the text': text })
  const { impact, problem, isCurrent } = view
  const isNothing = impact?.edits !== undefined && impact.edits.items.length === 0
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <div className="min-w-0 space-y-4">
        <ImportSource {...{ text, setText, format, setFormat: setChosen }} />
        {problem && <FlawList format={format} problem={problem} />}
        {request && impact?.edits && !problem && (
          <ShownEdits edits={impact.edits} isCurrent={isCurrent} />
        )}
      </div>
      <div className="min-w-0 space-y-4 xl:sticky xl:top-16">
        <ImpactPanel
          view={view}
          request={request}
          waiting={request ? null : 'Paste a text or choose a file to see what it would do.'}
          verb="import"
          className="max-h-[75dvh]"
        />
        {request && impact && !problem && !isNothing && (
          <Card title="Import">
            <PreviewedForm
              view={view}
              edit={{
                verb: 'import',
                counted: 'placement',
                request,
                save: async (seen) => {
                  const state = await save({ ...seen, format, text })
                  if (state.kind === 'saved') saved()
                  return state
                },
              }}
            />
          </Card>
        )}
      </div>
    </div>
  )
}

function requestOf(format: ImportFormat, text: string) {
  if (text.trim() === '') return null
  return {
    method: 'POST' as const,
    path: apiPaths.apply,
    body: text,
    type: MEDIA_TYPES[format],
    etag: null,
    include: 'edits' as const,
  }
}
