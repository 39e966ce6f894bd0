'use client'

import { CircleAlert, Info, PlugZap, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { askedClusters } from '#components/impact/confirm-fields.tsx'
import { TypedDialog } from '#components/impact/typed-dialog.tsx'
import { useUnsavedValues } from '#components/navigation/use-unsaved-values.ts'
import { type SecretEdit, SecretField } from '#components/object-form/secret-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'
import { type FieldsProps, reasonsOf } from './fields.ts'
import { PullRequestFields } from './pull-request-fields.tsx'
import { bodyOf, valuesOf, type SettingsValues } from './settings-values.ts'
import { type AskedMove, type Notice, useRepositorySettings } from './use-repository-settings.ts'

type Props = { readonly settings: RepositorySettingsJson; readonly etag: string }

/** Where manifests are pushed and pulled, for admins to edit. */
export function RepositoryForm({ settings, etag }: Props) {
  const [values, setValues] = useState(() => valuesOf(settings))
  const saving = useRepositorySettings(
    etag,
    useUnsavedValues({ 'settings of the repository': values }),
  )
  const change = (edit: Partial<SettingsValues>) => setValues((known) => ({ ...known, ...edit }))
  const isOwn = settings.status.source === 'tenant'
  const tryOut = () => saving.tryOut(!isOwn && values.repo_url.trim() === '' ? {} : bodyOf(values))
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
        <PullRequestFields
          values={values}
          change={change}
          reasons={saving.reasons}
          isTokenSet={isOwn && settings.pull_requests.token === 'set'}
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
      <span className="whitespace-pre-line">{text}</span>
    </Banner>
  )
}

type Secret = 'token' | 'ssh_key'
type TextName =
  | 'repo_url'
  | 'pull_url'
  | 'branch_pattern'
  | 'shards'
  | 'username'
  | 'ssh_known_hosts'

function fieldsOf({ values, change, reasons }: FieldsProps) {
  return (id: TextName) => ({
    id,
    reasons: reasonsOf(reasons, id),
    value: values[id],
    onChange: (text: string) => change({ [id]: text }),
  })
}

function AddressFields(props: FieldsProps) {
  const field = fieldsOf(props)
  return (
    <>
      <TextField
        {...field('repo_url')}
        label="Repository"
        hint="Where Berth pushes, over https or ssh."
        placeholder="https://git.example.com/platform/fleet.git"
        mono
      />
      <TextField
        {...field('pull_url')}
        label="What clusters pull"
        hint="Only if clusters reach it by another address."
        mono
      />
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <TextField
          {...field('branch_pattern')}
          label="Branch pattern"
          hint="Text, {shard}, and any label of a cluster in braces. It stays while there are clusters."
          mono
        />
        <TextField {...field('shards')} label="Shards" hint="For {shard} alone." />
      </div>
    </>
  )
}

function CredentialFields({
  isSet,
  ...props
}: FieldsProps & { readonly isSet: (secret: Secret) => boolean }) {
  const { values, change, reasons } = props
  const field = fieldsOf(props)
  const secret = (id: Secret) => ({
    id,
    reasons: reasonsOf(reasons, id),
    isSet: isSet(id),
    edit: values[id],
    onEdit: (edit: SecretEdit) => change({ [id]: edit }),
  })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[12rem_1fr]">
        <TextField {...field('username')} label="User name" hint="For https." />
        <SecretField
          {...secret('token')}
          label="Token"
          hint="For https. Kept encrypted, and sent to this server alone."
        />
      </div>
      <SecretField
        {...secret('ssh_key')}
        label="SSH key"
        hint="For ssh: a private key without a passphrase. Kept encrypted."
        multiline
      />
      <TextField
        {...field('ssh_known_hosts')}
        label="Known hosts"
        hint="For ssh: the host’s keys, as ssh-keyscan prints them."
        mono
        multiline
      />
    </>
  )
}
