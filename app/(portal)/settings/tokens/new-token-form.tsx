'use client'

import { useState } from 'react'
import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { MakeFooter } from '#components/object-form/make-once.tsx'
import { SelectField } from '#components/object-form/select-field.tsx'
import { SuggestedField } from '#components/object-form/suggested-field.tsx'
import {
  firstTeam,
  teamSuggestions,
  type WritableTeams,
} from '#components/object-form/team-suggestions.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useUnseenSave } from '#components/object-form/use-unseen-save.ts'
import { makeToken } from '../actions.ts'
import type { TenantRole } from '#lib/domain/access/actor.ts'
import type { TokenRole } from '#lib/domain/access/token-grant.ts'

export type TokenChoices = {
  /** The roles in the whole tenant that the visitor may give a token. */
  readonly roles: readonly TenantRole[]
  /** The teams that a token may be limited to. */
  readonly teams: WritableTeams
  /** Admins may also limit a token to a cluster. */
  readonly isAdmin: boolean
}

const LIMITED_ROLES: readonly TokenRole[] = ['contributor', 'reader']
const TEAM_ROLES: readonly TokenRole[] = [...LIMITED_ROLES, 'announcer']
const ROLE_HINTS: ReadonlyMap<TokenRole, string> = new Map([
  ['announcer', 'It announces versions of the team’s applications, and may do nothing else.'],
  [
    'scheduler',
    'It decides for the policies that name this scheduler, writes scores of clusters, and may do nothing else.',
  ],
])
const DAYS = [7, 30, 90, 180, 366]

type TokenValues = {
  readonly name: string
  readonly team: string
  readonly cluster: string
  readonly scheduler: string
  readonly role: TokenRole
  readonly days: number
}

/** A token that was made, and what for. */
export type MadeToken = Pick<TokenValues, 'team' | 'cluster' | 'role'> & { readonly token: string }

type Form = ReturnType<typeof useTokenForm>

function useTokenForm({ roles, teams }: TokenChoices, onMade: (made: MadeToken) => void) {
  const [values, setValues] = useState<TokenValues>({
    name: '',
    team: roles.length === 0 ? firstTeam(teams) : '',
    cluster: '',
    scheduler: '',
    role: 'reader',
    days: 90,
  })
  useUnsavedValues({ 'the new token': values })
  const { refused, isSending, send } = useUnseenSave(makeToken, ({ token }) =>
    onMade({ ...values, token }),
  )
  return {
    refused,
    isSending,
    send: () => {
      const { team, cluster, scheduler } = values
      send({
        ...values,
        team: team || null,
        cluster: cluster || null,
        scheduler: scheduler || null,
      })
    },
    values,
    set: (change: Partial<TokenValues>) => {
      const next = { ...values, ...change }
      // There is no admin within a team or a cluster, no announcer without a team, and a scheduler is nothing else.
      const offered = rolesOf(next, roles)
      const weaker = LIMITED_ROLES.find((role) => offered.includes(role)) ?? offered[0]!
      setValues(offered.includes(next.role) ? next : { ...next, role: weaker })
    },
    field: (name: string) => ({
      id: `token-${name}`,
      reasons: { [name]: refused?.fields[name] ?? [] },
    }),
  }
}

function rolesOf(
  { team, cluster, scheduler }: Pick<TokenValues, 'team' | 'cluster' | 'scheduler'>,
  roles: TokenChoices['roles'],
): readonly TokenRole[] {
  if (scheduler !== '') return ['scheduler']
  if (cluster !== '') return LIMITED_ROLES
  return team !== '' || roles.length === 0 ? TEAM_ROLES : roles
}

export function NewTokenForm({
  onMade,
  onCancel,
  ...choices
}: TokenChoices & { onMade: (made: MadeToken) => void; onCancel: () => void }) {
  const form = useTokenForm(choices, onMade)
  const { refused, isSending, send } = form
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField
        {...form.field('name')}
        label="Name"
        hint="What it is for, so that others know whether it is still needed."
        placeholder="CI of checkout"
        value={form.values.name}
        onChange={(name) => form.set({ name })}
      />
      <LimitFields form={form} {...choices} />
      <RoleFields form={form} {...choices} />
      <MakeFooter
        id="token"
        refused={refused}
        isSending={isSending}
        action="Make token"
        onCancel={onCancel}
      />
    </form>
  )
}

function LimitFields({ form, roles, teams, isAdmin }: TokenChoices & { form: Form }) {
  return (
    <>
      <SuggestedField
        {...form.field('team')}
        label="Team"
        hint={
          roles.length === 0
            ? 'Your rights are those of your teams.'
            : 'Leave it empty for the whole tenant.'
        }
        source={teamSuggestions(teams)}
        placeholder={roles.length === 0 ? 'A team of yours' : 'The whole tenant'}
        value={form.values.team}
        onChange={(team) => form.set({ team })}
      />
      {isAdmin && (
        <>
          <TextField
            {...form.field('cluster')}
            label="Cluster"
            hint="The one cluster that pulls the repository with it. Leave it empty otherwise."
            placeholder="None"
            value={form.values.cluster}
            onChange={(cluster) => form.set({ cluster: cluster.trim() })}
          />
          <SuggestedField
            {...form.field('scheduler')}
            label="Scheduler"
            hint="The one scheduler that decides with it: the token’s role is then scheduler. Leave it empty otherwise."
            source={nameSuggestions('scheduler')}
            placeholder="None"
            value={form.values.scheduler}
            onChange={(scheduler) => form.set({ scheduler })}
          />
        </>
      )}
    </>
  )
}

function RoleFields({ form, roles }: Pick<TokenChoices, 'roles'> & { form: Form }) {
  const { values, set, field } = form
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        {...field('role')}
        label="Role"
        hint={ROLE_HINTS.get(values.role)}
        value={values.role}
        choices={rolesOf(values, roles).map((role) => [role, role])}
        onChange={(role) => set({ role })}
      />
      <SelectField
        {...field('days')}
        label="Lives for"
        value={String(values.days)}
        choices={DAYS.map((days) => [String(days), `${days} days`])}
        onChange={(days) => set({ days: Number(days) })}
      />
    </div>
  )
}
