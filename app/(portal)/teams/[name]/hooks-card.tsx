import { Plus } from 'lucide-react'
import { totalText } from '#components/list/total-text.ts'
import { Card } from '#components/ui/card.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { Ago } from '#components/ui/time.tsx'
import { read } from '#lib/http/portal/page.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { HookJson } from '#lib/schemas/hook.ts'
import { listHooksUseCase } from '#lib/usecases/hooks/list.ts'
import { DeleteHook } from './delete-hook.tsx'
import { HOSTS } from './hosts.ts'
import { NewHook } from './new-hook.tsx'

/** More than a team may have. */
const SHOWN_MAX = 100

/** The push webhooks of a team. */
export async function HooksCard({ team }: { team: string }) {
  const hooks = await read(listHooksUseCase, { team, after: null, limit: SHOWN_MAX })
  const refusal = await whyNotWrite({ kind: 'hook', team })
  return (
    <Card
      title="Push webhooks"
      note={totalText(hooks)}
      actions={
        <Guarded icon={Plus} label="New webhook" refusal={refusal}>
          <NewHook team={team} />
        </Guarded>
      }
    >
      <p className="max-w-prose text-muted">
        A Git host calls one at each push. The pushed commit becomes a version of each application
        of this team that follows versions from that repository and branch.
      </p>
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
  const { id, name, host, created_by: by, last_delivery_at: last } = hook
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
          <DeleteHook id={id} name={name} />
        </span>
      )}
    </li>
  )
}
