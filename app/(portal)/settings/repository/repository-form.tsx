'use client'

import { CircleAlert, Info, PlugZap, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { askedClusters } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'
import { SecretField } from './secret-field.tsx'
import { bodyOf, valuesOf, type SettingsValues } from './settings-values.ts'
import { type AskedMove, type Notice, useRepositorySettings } from './use-repository-settings.ts'

type Props = { readonly settings: RepositorySettingsJson; readonly etag: string }

/** Where manifests are pushed and pulled, for admins to edit. */
export function RepositoryForm({ settings, etag }: Props) {
  const [values, setValues] = useState(() => valuesOf(settings))
  const saving = useRepositorySettings(etag)
  const change = (edit: Partial<SettingsValues>) => setValues((known) => ({ ...known, ...edit }))
  const isOwn = settings.status.source === 'tenant'
  const tryOut = () => saving.tryOut(!isOwn && values.repoUrl.trim() === '' ? {} : bodyOf(values))
  return (
    <Card title="Settings">
      <form
        className="max-w-2xl space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          void saving.write({ method: 'PUT', body: bodyOf(values) })
        }}
      >
        <AddressFields values={values} change={change} reasons={saving.reasons} />
        <CredentialFields
          values={values}
          change={change}
          reasons={saving.reasons}
          isSet={(secret) => isOwn && settings[secret] === 'set'}
        />
        {saving.notice && <SavingNotice notice={saving.notice} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" type="submit" disabled={saving.isBusy}>
            Save
          </Button>
          <Button disabled={saving.isBusy} onClick={() => void tryOut()}>
            <PlugZap aria-hidden className="size-4" />
            Test the connection
          </Button>
          {isOwn && (
            <Button
              look="quiet"
              disabled={saving.isBusy}
              onClick={() => void saving.write({ method: 'DELETE' })}
            >
              <RotateCcw aria-hidden className="size-4" />
              Go back to the default
            </Button>
          )}
        </div>
      </form>
      {saving.asked && <MoveDialog saving={saving} asked={saving.asked} />}
    </Card>
  )
}

/** Has the number of clusters typed before what they pull moves to another place. */
function MoveDialog({
  saving,
  asked,
}: {
  saving: ReturnType<typeof useRepositorySettings>
  asked: AskedMove
}) {
  const { clusters } = asked
  const one = clusters === 1
  return (
    <TypedDialog
      open
      onOpenChange={saving.forget}
      title={one ? 'Move what 1 cluster pulls' : `Move what ${clusters} clusters pull`}
      description="Everything is published to the other repository in full. The one of now stays as it is, and gets nothing more."
      asked={[askedClusters(clusters)]}
      action="Move"
      isBusy={saving.isBusy}
      onConfirm={() => void saving.confirm(asked)}
    >
      <p className="mb-4">
        {one ? 'The cluster keeps' : 'The clusters keep'} pulling from the old address until the
        bootstrap manifest is applied there again: it is on each cluster’s page.
      </p>
    </TypedDialog>
  )
}

function SavingNotice({ notice: { tone, text } }: { notice: Notice }) {
  return (
    <Banner tone={tone} icon={tone === 'bad' ? CircleAlert : Info}>
      {text}
    </Banner>
  )
}

type FieldsProps = {
  readonly values: SettingsValues
  readonly change: (edit: Partial<SettingsValues>) => void
  readonly reasons: FieldReasons
}

const of = (reasons: FieldReasons, field: string): FieldReasons =>
  Object.fromEntries(Object.entries(reasons).filter(([name]) => name === field))

function AddressFields({ values, change, reasons }: FieldsProps) {
  return (
    <>
      <TextField
        id="repo_url"
        label="Repository"
        hint="Where Berth pushes, over https or ssh."
        placeholder="https://git.example.com/platform/fleet.git"
        mono
        reasons={of(reasons, 'repo_url')}
        value={values.repoUrl}
        onChange={(repoUrl) => change({ repoUrl })}
      />
      <TextField
        id="pull_url"
        label="What clusters pull"
        hint="Only if clusters reach it by another address."
        mono
        reasons={of(reasons, 'pull_url')}
        value={values.pullUrl}
        onChange={(pullUrl) => change({ pullUrl })}
      />
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <TextField
          id="branch_pattern"
          label="Branch pattern"
          hint="Text, {shard}, and any label of a cluster in braces. It stays while there are clusters."
          mono
          reasons={of(reasons, 'branch_pattern')}
          value={values.branchPattern}
          onChange={(branchPattern) => change({ branchPattern })}
        />
        <TextField
          id="shards"
          label="Shards"
          hint="For {shard} alone."
          reasons={of(reasons, 'shards')}
          value={values.shards}
          onChange={(shards) => change({ shards })}
        />
      </div>
    </>
  )
}

function CredentialFields({
  values,
  change,
  reasons,
  isSet,
}: FieldsProps & { readonly isSet: (secret: 'token' | 'ssh_key') => boolean }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
        <TextField
          id="username"
          label="User name"
          hint="For https."
          reasons={of(reasons, 'username')}
          value={values.username}
          onChange={(username) => change({ username })}
        />
        <SecretField
          id="token"
          label="Token"
          hint="For https. Kept encrypted, and sent to this server alone."
          reasons={of(reasons, 'token')}
          isSet={isSet('token')}
          edit={values.token}
          onEdit={(token) => change({ token })}
        />
      </div>
      <SecretField
        id="ssh_key"
        label="SSH key"
        hint="For ssh: a private key without a passphrase. Kept encrypted."
        multiline
        reasons={of(reasons, 'ssh_key')}
        isSet={isSet('ssh_key')}
        edit={values.sshKey}
        onEdit={(sshKey) => change({ sshKey })}
      />
      <TextField
        id="ssh_known_hosts"
        label="Known hosts"
        hint="For ssh: the host’s keys, as ssh-keyscan prints them."
        mono
        multiline
        reasons={of(reasons, 'ssh_known_hosts')}
        value={values.knownHosts}
        onChange={(knownHosts) => change({ knownHosts })}
      />
    </>
  )
}
