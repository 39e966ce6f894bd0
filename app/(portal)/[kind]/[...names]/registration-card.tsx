import { KeyRound } from 'lucide-react'
import { RegistrationReach } from '#components/impact/registration-reach.tsx'
import { None } from '#components/objects/label-chips.tsx'
import { Card } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { Ago } from '#components/ui/time.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { RegistrationToken } from '#lib/domain/objects/objects.ts'
import { exampleOf } from '#lib/domain/objects/registration-token/name-pattern.ts'
import { mayWrite } from '#lib/http/portal/form-pages.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiRoot } from '#lib/schemas/paths.ts'
import { readRegistrationSecretUseCase } from '#lib/usecases/registration/secret.ts'
import { currentServices } from '#lib/usecases/services.ts'
import { MakeSecret } from './make-secret.tsx'

/** The secret of a registration token, and what a site runs with it. */
export async function RegistrationCard({ token }: { token: RegistrationToken }) {
  const secret = await read(readRegistrationSecretUseCase, { ref: { name: token.name } })
  const refusal = await whyNotWrite({ kind: 'registration-token' })
  const mayAdd = await mayWrite({ kind: 'cluster' })
  const isMade = secret.made_at !== null
  const label = isMade ? 'Replace the secret' : 'Make a secret'
  const command = commandFor(token)
  return (
    <>
      <Card
        title="Registering"
        actions={
          <Guarded icon={KeyRound} label={label} refusal={refusal}>
            <MakeSecret name={token.name} label={label} isMade={isMade} command={command} />
          </Guarded>
        }
      >
        <div className="space-y-4">
          <Facts
            facts={[
              [
                'Secret',
                secret.made_at === null ? (
                  <None key="secret">None yet: nobody can register</None>
                ) : (
                  <span key="secret">
                    made <Ago at={new Date(secret.made_at)} />
                  </span>
                ),
              ],
              ['Registered', `${secret.used} of ${token.uses}`],
              [
                'Last used',
                secret.last_used_at === null ? (
                  <None key="used">Never</None>
                ) : (
                  <Ago key="used" at={new Date(secret.last_used_at)} />
                ),
              ],
            ]}
          />
          <div>
            <p className="mb-2 max-w-prose text-muted">
              What a site runs, once. It answers the cluster’s own token, this once, and where its
              bootstrap is in Git.
            </p>
            <CodeBlock label="the command to register" code={command} />
          </div>
        </div>
      </Card>
      {/* Whoever may add no cluster is shown no preview of one. */}
      {mayAdd && <RegistrationReach token={objectJson(token)} />}
    </>
  )
}

/** With names that a pattern allows, nothing in it has to be quoted. */
function commandFor({ namePattern }: RegistrationToken): string {
  const { url } = currentServices().environment
  return [
    `curl --fail-with-body ${url}${apiRoot}/clusters/register \\`,
    `  --header "Authorization: Bearer $SECRET" --header 'Content-Type: application/json' \\`,
    `  --header "Idempotency-Key: $(uuidgen)" --data '{"name": "${exampleOf(namePattern)}"}'`,
  ].join('\n')
}
