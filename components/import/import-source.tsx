'use client'

import { FileWarning } from 'lucide-react'
import { type ChangeEvent, useState } from 'react'
import { Banner } from '#components/ui/banner.tsx'
import { Card } from '#components/ui/card.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/input.tsx'
import type { ImportFormat } from '#lib/schemas/save-request.ts'
import { FORMAT_WORDS } from './import-format.ts'

/** As long as what a form may send; the rest is for the API. */
const BYTES_MAX = 1_000_000

/** Where the text comes from: typed, pasted or out of a file. */
export function ImportSource({
  text,
  setText,
  format,
  setFormat,
}: {
  text: string
  setText: (text: string) => void
  format: ImportFormat
  setFormat: (format: ImportFormat | null) => void
}) {
  const [isTooLong, setIsTooLong] = useState(false)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again once it was mended.
    target.value = ''
    if (!file) return
    setIsTooLong(file.size > BYTES_MAX)
    if (file.size > BYTES_MAX) return
    setFormat(null)
    setText(await file.text())
  }
  return (
    <Card title="What to import">
      <div className="space-y-4">
        <div className="flex flex-wrap items-end gap-4">
          <Field id="import-file" label="File" className="min-w-0 flex-1">
            <input
              id="import-file"
              type="file"
              accept=".yaml,.yml,.json,.csv,application/yaml,application/json,text/csv"
              onChange={(event) => void choose(event)}
              className="block w-full text-sm file:mr-3 file:rounded-md file:border file:border-edge file:bg-surface file:px-3 file:py-1.5"
            />
          </Field>
          <FormatSelect format={format} setFormat={setFormat} />
        </div>
        {isTooLong && (
          <Banner tone="warn" icon={FileWarning}>
            This file is larger than a megabyte. Send it to the API: POST /api/v1/apply takes 32 MiB
            of JSON and 8 MiB of CSV.
          </Banner>
        )}
        <TextArea text={text} setText={setText} format={format} />
      </div>
    </Card>
  )
}

function FormatSelect({
  format,
  setFormat,
}: {
  format: ImportFormat
  setFormat: (format: ImportFormat | null) => void
}) {
  return (
    <Field id="import-format" label="Read as">
      <Select
        id="import-format"
        value={format}
        onChange={({ target }) => setFormat(formatNamed(target.value))}
      >
        {Object.entries(FORMAT_WORDS).map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** A cluster in each format. */
const EXAMPLES: Readonly<Record<ImportFormat, string>> = {
  yaml: `apiVersion: berth.dev/v1
kind: Cluster
metadata:
  name: east-nsw-newcastle-01
  labels:
    region: east
spec:
  environment: prod`,
  json: `{
  "apiVersion": "berth.dev/v1",
  "kind": "Cluster",
  "metadata": { "name": "east-nsw-newcastle-01", "labels": { "region": "east" } },
  "spec": { "environment": "prod" }
}`,
  csv: `name,environment,metadata.region
east-nsw-newcastle-01,prod,east`,
}

function TextArea({
  text,
  setText,
  format,
}: {
  text: string
  setText: (text: string) => void
  format: ImportFormat
}) {
  return (
    <Field id="import-text" label="Text">
      <textarea
        id="import-text"
        rows={14}
        value={text}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLES[format]}
        onChange={({ target }) => setText(target.value)}
        className="block w-full rounded-md border border-edge bg-surface px-3 py-2 font-mono text-xs leading-5"
      />
    </Field>
  )
}

function formatNamed(name: string): ImportFormat | null {
  return name === 'yaml' || name === 'json' || name === 'csv' ? name : null
}
