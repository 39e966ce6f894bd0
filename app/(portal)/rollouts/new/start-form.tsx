'use client'

import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { CheckField, ChoiceField } from '#components/object-form/choice-field.tsx'
import { WaveEditor } from '#components/object-form/wave-editor.tsx'
import {
  rowsOfWaves,
  type WaveRow,
  type WavesJson,
  wavesOfRows,
  wavesProblem,
} from '#components/object-form/wave-rows.ts'
import { useNavigate } from '#components/navigation/navigation.ts'
import { PlanForm } from '#components/rollouts/plan-form.tsx'
import { usePlan } from '#components/rollouts/use-plan.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import type { RolloutInput } from '#lib/schemas/rollout.ts'
import { startRollout } from '../actions.ts'

type Choice = { readonly value: string; readonly title: string; readonly text: string }

type EnvironmentChoice = Choice & {
  readonly isUnderWay: boolean
  /** The version that may come next; null: none. */
  readonly next: string | null
  /** Its waves, if a rollout may have others; null: it may not. */
  readonly waves: WavesJson | null
}

type Offered = {
  readonly application: { readonly namespace: string; readonly name: string }
  readonly environments: readonly EnvironmentChoice[]
  /** The newest first. */
  readonly versions: readonly Choice[]
  readonly chosen: { readonly environment: string | null; readonly version: string | null }
}

/** What is chosen, and the rollout that it asks for; `rows`: its own waves, null: those of the environment. */
function useChoices({ application, environments, versions, chosen }: Offered) {
  const [environment, setEnvironment] = useState(chosen.environment ?? '')
  const [chosenVersion, setVersion] = useState(chosen.version)
  const [rows, setRows] = useState<readonly WaveRow[] | null>(null)
  const into = environments.find(({ value }) => value === environment)
  const version = chosenVersion ?? into?.next ?? versions[0]?.value ?? ''
  const isChosen = environment !== '' && version !== ''
  const body = {
    namespace: application.namespace,
    application: application.name,
    environment,
    version: Number(version),
    ...(rows && { waves: sentWaves(rows) }),
  }
  return {
    environment,
    /** Another environment has other waves. */
    setEnvironment: (value: string) => {
      setEnvironment(value)
      setRows(null)
    },
    version,
    setVersion,
    rows,
    setRows,
    into,
    body,
    supersede: into?.isUnderWay ?? false,
    lacking: isChosen ? rows && wavesProblem(rows) : 'Choose an environment and a version.',
  }
}

/** Which version goes into which environment, what that would do, and starting it. */
export function StartForm(offered: Offered) {
  const navigate = useNavigate()
  const choices = useChoices(offered)
  const { body, supersede, lacking, into, rows } = choices
  const path = apiPaths.rollouts
  const request = lacking === null ? { path, supersede, body, etag: null } : null
  const view = usePlan(request)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="min-w-0 space-y-4">
        <ChoiceField
          id="rollout-environment"
          legend="Environment"
          choices={offered.environments}
          value={choices.environment}
          onChange={choices.setEnvironment}
        />
        <ChoiceField
          id="rollout-version"
          legend="Version"
          choices={offered.versions}
          value={choices.version}
          onChange={choices.setVersion}
        />
        {into?.waves && (
          <OwnWaves
            offered={into.waves}
            rows={rows}
            onChange={choices.setRows}
            reasons={view.problem?.fields ?? {}}
          />
        )}
      </div>
      <section aria-label="What it does" className="min-w-0">
        <h2 className="mb-2 text-base font-semibold">What it does</h2>
        {lacking === null ? (
          <PlanForm
            view={view}
            filesOf={request}
            action="Start the rollout"
            save={async (seen) => startRollout({ body, supersede, ...seen })}
            onSaved={(rollout) => rollout !== null && navigate(pagePaths.rollout(rollout))}
          />
        ) : (
          <p className="text-muted">{lacking}</p>
        )}
      </section>
    </div>
  )
}

function sentWaves(rows: readonly WaveRow[]): RolloutInput['waves'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was typed wrongly is sent, for the API to say so
  return wavesOfRows(rows) as RolloutInput['waves']
}

/** The waves of this rollout alone, which begin as those of the environment. */
function OwnWaves({
  offered,
  rows,
  onChange,
  reasons,
}: {
  offered: WavesJson
  rows: readonly WaveRow[] | null
  onChange: (rows: readonly WaveRow[] | null) => void
  reasons: FieldReasons
}) {
  return (
    <div className="space-y-3">
      <CheckField
        label="Waves of its own"
        text="Instead of those of the environment, with their approvals, for this rollout alone."
        value={rows !== null}
        onChange={(isOn) => onChange(isOn ? rowsOfWaves(offered) : null)}
      />
      {rows && (
        <WaveEditor
          id="waves"
          legend="Waves"
          hint="How this version comes to the clusters, in this order."
          value={rows}
          onChange={onChange}
          reasons={reasons}
        />
      )}
    </div>
  )
}
