'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ApiProblem, ask, type FieldReasons } from '#components/api.ts'
import { UNREACHABLE } from '#components/object-form/use-unseen-save.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import type { RepositoryTrial } from '#lib/schemas/repository-settings.ts'
import { clearRepositorySettings, saveRepositorySettings } from '../actions.ts'

type RepositoryMove = {
  readonly branches: readonly string[]
  readonly confirmClusters: number | null
}

/** A write that needs the number of affected clusters as confirmation. */
export type AskedMove = { readonly request: SettingsWrite; readonly clusters: number }

export type SettingsWrite = { readonly method: 'PUT' | 'DELETE'; readonly body?: unknown }

export type Notice = { readonly tone: 'accent' | 'bad'; readonly text: string }

const REMOTE_PATIENCE_MS = 30_000

/** Saves, clears and tries the settings. A save that moves what clusters pull must be confirmed first. */
export function useRepositorySettings(etag: string, onSaved: () => void) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [reasons, setReasons] = useState<FieldReasons>({})
  const [asked, setAsked] = useState<AskedMove | null>(null)
  const path = apiPaths.repositorySettings

  async function attempt(work: (signal: AbortSignal) => Promise<Notice | null>): Promise<void> {
    setBusy(true)
    setNotice(null)
    setReasons({})
    try {
      setNotice(await work(AbortSignal.timeout(REMOTE_PATIENCE_MS)))
    } catch (error) {
      setReasons(error instanceof ApiProblem ? error.fields : {})
      setNotice({ tone: 'bad', text: sentenceOf(error) })
    }
    setBusy(false)
  }

  const keep = async ({ method, body }: SettingsWrite, confirmClusters: number | null) => {
    const seen = { etag, confirmClusters }
    const saved =
      method === 'PUT' ? saveRepositorySettings({ body, ...seen }) : clearRepositorySettings(seen)
    const state = await saved.catch(() => UNREACHABLE)
    if (state.kind === 'refused') throw new ApiProblem(0, state.code, state.message, state.fields)
    setAsked(null)
    onSaved()
    router.refresh()
    return null
  }

  return {
    isBusy,
    notice,
    reasons,
    asked,
    forget: () => setAsked(null),
    write: (request: SettingsWrite) =>
      attempt(async (signal) => {
        const target = withQuery(path, { dryRun: 'true' })
        const { answer } = await ask<RepositoryMove>(target, { ...request, etag, signal })
        const { confirmClusters: clusters } = answer
        if (clusters === null) return keep(request, null)
        setAsked({ request, clusters })
        return null
      }),
    confirm: ({ request, clusters }: AskedMove) => attempt(() => keep(request, clusters)),
    tryOut: (body: unknown) =>
      attempt(async (signal) => {
        const target = apiPaths.tryRepositorySettings
        const { answer } = await ask<RepositoryTrial>(target, { method: 'POST', body, signal })
        const isWell = answer.ok && answer.pull_requests?.ok !== false
        return { tone: isWell ? 'accent' : 'bad', text: trialText(answer) }
      }),
  }
}

/** A line of the repository, and one of the host of its pull requests if it has one. */
function trialText({ ok, message, branches, pull_requests: host }: RepositoryTrial): string {
  const counting = branches === null ? '' : ` It has ${counted(branches, 'branch', 'branches')}.`
  const ofRepository = ok ? message + counting : `The connection failed. ${message}`
  if (host === null) return ofRepository
  const ofHost = host.ok ? host.message : `Pull requests can’t be opened. ${host.message}`
  return `${ofRepository}\n${ofHost}`
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Berth took too long to answer. Try again.'
  const isSaidAtFields = Object.keys(error.fields).length > 0
  return isSaidAtFields ? 'Nothing was done: the fields say what to correct.' : error.message
}
