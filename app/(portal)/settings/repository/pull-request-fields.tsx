'use client'

import { CheckField } from '#components/object-form/choice-field.tsx'
import { SecretField } from '#components/object-form/secret-field.tsx'
import { SelectField } from '#components/object-form/select-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { GIT_HOSTS } from '#lib/domain/git/push.ts'
import { hostedRepository, hostOfAddress } from '#lib/domain/git/repository-address.ts'
import { HOSTS } from '../../_hooks/hosts.ts'
import { type FieldsProps, reasonsOf } from './fields.ts'

/** Where pull requests are opened, for environments that publish by them. */
export function PullRequestFields({
  values,
  change,
  reasons,
  isTokenSet,
}: FieldsProps & { readonly isTokenSet: boolean }) {
  const repoUrl = values.repo_url.trim()
  const guessed = hostOfAddress(repoUrl)
  const host = values.pull_request_host === '' ? guessed : values.pull_request_host
  const api = host === null ? null : (hostedRepository(host, repoUrl)?.api ?? null)
  const told = guessed === null ? 'Not told by the address' : HOSTS[guessed].label
  return (
    <section aria-labelledby="pull-requests" className="space-y-5 border-t pt-5">
      <div>
        <h3 id="pull-requests" className="font-medium">
          Pull requests
        </h3>
        <p className="text-xs text-muted">
          Where they are opened, for environments that publish by them.
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-[14rem_1fr]">
        <SelectField
          id="pull_requests.host"
          label="Git host"
          reasons={reasonsOf(reasons, 'pull_requests.host')}
          value={values.pull_request_host}
          choices={[
            ['', `By the address: ${told}`],
            ...GIT_HOSTS.map((each) => [each, HOSTS[each].label] as const),
          ]}
          onChange={(chosen) => change({ pull_request_host: chosen })}
        />
        <TextField
          id="pull_requests.api_url"
          label="API"
          hint="Only if the host has it at another address."
          reasons={reasonsOf(reasons, 'pull_requests.api_url')}
          value={values.pull_request_api_url}
          {...(api !== null && { placeholder: api })}
          onChange={(typed) => change({ pull_request_api_url: typed })}
          mono
        />
      </div>
      <SecretField
        id="pull_requests.token"
        label="Token for pull requests"
        hint="Needed if the repository is reached by ssh, or the API is on another server; otherwise its token is sent. Kept encrypted."
        reasons={reasonsOf(reasons, 'pull_requests.token')}
        isSet={isTokenSet}
        edit={values.pull_request_token}
        onEdit={(edit) => change({ pull_request_token: edit })}
      />
      <CheckField
        label="Later changes join the open pull request"
        text="Otherwise they wait until it is merged."
        value={values.pull_request_join}
        onChange={(join) => change({ pull_request_join: join })}
      />
    </section>
  )
}
