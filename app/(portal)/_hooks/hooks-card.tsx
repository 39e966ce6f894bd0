import { Plus } from 'lucide-react'
import { totalText } from '#components/list/total-text.ts'
import { Card } from '#components/ui/card.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { GitHost } from '#lib/domain/git/push.ts'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { HookJson } from '#lib/schemas/hook.ts'
import { listHooksUseCase } from '#lib/usecases/hooks/list.ts'
import { DeleteHook } from './delete-hook.tsx'
import { HOSTS } from './hosts.ts'
import { NewHook } from './new-hook.tsx'

/** More than a team or the repository may have. */
const SHOWN_MAX = 100

const TEXTS = {
  team: {
    title: 'Push webhooks',
    about:
      'A Git host calls one at each push. The pushed commit becomes a version of each application of this team that follows versions from that repository and branch.',
  },
  repository: {
    title: 'Webhooks',
    about:
      'The host of the repository calls one when a pull request is merged or closed and when somebody pushes, so that Berth looks at that branch at once. Without one, Berth sees a merge within a minute and a closing within five.',
  },
} as const

type Props = {
  /** Null: those of the repository that Berth writes to. */
  readonly team: string | null
  /** The host that is likely to call the next one. */
  readonly host?: GitHost | undefined
}

/** The webhooks of a team, or of the repository. */
export async function HooksCard({ team, host }: Props) {
  const asked = { team, ofRepository: team === null, after: null, limit: SHOWN_MAX }
  const hooks = await read(listHooksUseCase, asked)
  const refusal = await whyNotWrite({ kind: 'hook', team })
  const { title, about } = TEXTS[team === null ? 'repository' : 'team']
  return (
    <Card
      title={title}
      note={totalText(hooks)}
      actions={
        <Guarded icon={Plus} label="New webhook" refusal={refusal}>
          <NewHook team={team} likelyHost={host ?? 'github'} />
        </Guarded>
      }
    >
      <p className="max-w-prose text-muted">{about}</p>
      {hooks.items.length > 0 && (
        <ul className="mt-3 divide-y border-t">
          {hooks.items.map((hook) => (
            <Hook key={hook.id} hook={hook} mayDelete={refusal === null} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Hook({ hook, mayDelete }: { hook: HookJson; mayDelete: boolean }) {
  const { id, name, namespace, host, created_by: by, last_delivery_at: last } = hook
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 font-medium break-words">{name}</span>
      <span className="text-muted">{HOSTS[host].label}</span>
      <span className="text-muted">made by {by.name}</span>
      <span className="text-muted">
        {last === null ? (
          'never called'
        ) : (
          <>
            last called <Ago at={new Date(last)} />
          </>
        )}
      </span>
      {mayDelete && (
        <span className="ml-auto">
          <DeleteHook id={id} name={name} isOfTeam={namespace !== null} />
        </span>
      )}
    </li>
  )
}
