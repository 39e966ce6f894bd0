'use server'

import type { SaveState } from '#lib/schemas/save-request.ts'

export async function reopenPullRequest(sent: {
  branch: string
  reason: string
}): Promise<SaveState> {
  return { kind: 'saved', change: sent.branch.length }
}
