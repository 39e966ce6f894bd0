'use client'

import { useState } from 'react'
import { ChoiceField } from '#components/object-form/choice-field.tsx'
import { useNavigate } from '#components/navigation/navigation.ts'
import { PlanForm } from '#components/rollouts/plan-form.tsx'
import { usePlan } from '#components/rollouts/use-plan.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import { startRollout } from '../actions.ts'

type Choice = { readonly value: string; readonly title: string; readonly text: string }

/** Which version goes into which environment, what that would do, and starting it. */
export function StartForm({
  application: { namespace, name },
  environments,
  versions,
  chosen,
}: {
  application: { readonly namespace: string; readonly name: string }
  environments: readonly (Choice & { readonly isUnderWay: boolean })[]
  /** The newest first. */
  versions: readonly Choice[]
  chosen: { readonly environment: string | null; readonly version: string | null }
}) {
  const navigate = useNavigate()
  const [environment, setEnvironment] = useState(chosen.environment ?? '')
  const [version, setVersion] = useState(chosen.version ?? versions[0]?.value ?? '')
  const supersede = environments.some(
    ({ value, isUnderWay }) => value === environment && isUnderWay,
  )
  const body = { namespace, application: name, environment, version: Number(version) }
  const isChosen = environment !== '' && version !== ''
  const path = apiPaths.rollouts
  const view = usePlan(isChosen ? { path, supersede, body, etag: null } : null)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0 space-y-4">
        <ChoiceField
          id="rollout-environment"
          legend="Environment"
          choices={environments}
          value={environment}
          onChange={setEnvironment}
        />
        <ChoiceField
          id="rollout-version"
          legend="Version"
          choices={versions}
          value={version}
          onChange={setVersion}
        />
      </div>
      <section aria-label="What it does" className="min-w-0">
        <h2 className="mb-2 text-base font-semibold">What it does</h2>
        {isChosen ? (
          <PlanForm
            view={view}
            action="Start the rollout"
            save={async (seen) => startRollout({ body, supersede, ...seen })}
            onSaved={(rollout) => rollout !== null && navigate(pagePaths.rollout(rollout))}
          />
        ) : (
          <p className="text-muted">Choose an environment and a version.</p>
        )}
      </section>
    </div>
  )
}
