import { Rocket } from 'lucide-react'
import type { Metadata } from 'next'
import { ListView } from '#components/list/list-view.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { rolloutStateWord } from '#components/rollouts/rollout-badges.tsx'
import { RolloutTable } from '#components/rollouts/rollout-table.tsx'
import { rolloutList } from '#lib/lists/rollouts.ts'
import { readPageList } from '#lib/http/portal/page-lists.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { ROLLOUT_STATES } from '#lib/schemas/rollout.ts'

export const metadata: Metadata = { title: 'Rollouts' }
