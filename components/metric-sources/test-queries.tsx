'use client'

import { Play } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import { answerWords, type SourceAnswer } from './source-answer.ts'

const HOUR_MS = 3_600_000

/** Asks a source each of its queries for the last hour, and says what came back. */
export function TestQueries({
  source,
  queries,
}: {
  source: string
  queries: readonly { readonly metric: string; readonly query: string }[]
}) {
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({})
  const [isAsking, setIsAsking] = useState(false)
  const test = async () => {
    setIsAsking(true)
    for (const { metric } of queries) {
      const words = await wordsOf(source, metric)
      setSaid((before) => ({ ...before, [metric]: words }))
    }
    setIsAsking(false)
  }
  return (
    <>
      <dl className="mb-3 space-y-3">
        {queries.map(({ metric, query }) => (
          <div key={metric}>
            <dt className="text-sm font-medium">{metric}</dt>
            <dd>
              <pre className="overflow-x-auto py-1 font-mono text-xs whitespace-pre-wrap">
                {query}
              </pre>
              <p aria-live="polite" className="text-xs text-muted">
                {said[metric]}
              </p>
            </dd>
          </div>
        ))}
      </dl>
      {queries.length === 0 ? (
        <p className="text-muted">It has no queries yet: edit it, and add one.</p>
      ) : (
        <Button disabled={isAsking} onClick={() => void test()}>
          <Play aria-hidden className="size-4" />
          {isAsking ? 'Asking…' : 'Test'}
        </Button>
      )}
    </>
  )
}

async function wordsOf(source: string, metric: string): Promise<string> {
  const now = Date.now()
  const path = withQuery(apiPaths.sourceSeries(source), {
    metric,
    from: new Date(now - HOUR_MS).toISOString(),
    to: new Date(now).toISOString(),
  })
  try {
    const signal = AbortSignal.timeout(HOUR_MS)
    return answerWords((await ask<SourceAnswer>(path, { signal })).answer)
  } catch (error) {
    return error instanceof Error ? error.message : 'It could not be asked.'
  }
}
