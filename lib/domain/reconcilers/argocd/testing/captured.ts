// What a real Argo CD (3.6-dev 37ee0097) printed while it pulled from Berth, cut to one Application of each kind of status.
import { readFileSync } from 'node:fs'

export type Captured = 'healthy' | 'mixed-states' | 'being-deleted'
export type CapturedList = { readonly items: Record<string, unknown>[] } & Record<string, unknown>

/** An ApplicationList as `kubectl get applications.argoproj.io -A -o json` prints it. */
export function captured(name: Captured): CapturedList {
  const text = readFileSync(new URL(`captured/${name}.json`, import.meta.url), 'utf8')
  return JSON.parse(text)
}
