// What Argo CD's notifications say of an Application, by the template that Berth prints for them.
import { z } from 'zod'
import type { News } from '#lib/domain/observed/notified.ts'
import { storable } from '#lib/domain/observed/reading.ts'
import { DETAILS_MAX, NAME_MAX } from '#lib/domain/observed/reported.ts'

const text = z.string().nullish()
const instant = z.iso.datetime({ offset: true }).nullish()
const name = z.string().min(1).max(NAME_MAX)

export const notificationInput = z
  .strictObject({
    trigger: z.string().min(1).max(NAME_MAX),
    application: name.meta({ description: 'As Argo CD calls it, such as `payments--api`.' }),
    namespace: name.meta({ description: 'That of Argo CD.' }),
    at: instant.meta({
      description:
        'When the template was filled in, by the cluster’s own clock; as received if it isn’t said.',
    }),
    revision: text.meta({
      description:
        'The commit that it was last compared with, or the version of the chart, or the digest of the artifact.',
    }),
    sync: text,
    health: text,
    phase: text.meta({ description: 'Of the operation that runs or ran last.' }),
    startedAt: instant,
    finishedAt: instant,
    message: text,
    initiatedBy: text,
    images: z.array(z.string()).max(DETAILS_MAX).nullish(),
  })
  .meta({ id: 'Notification', description: 'What Argo CD notifies of: one Application.' })

export type NotificationBody = z.output<typeof notificationInput>

/**
 * What it says of the Application. The trigger `on-deleted` means that the deletion has begun.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/notifications_catalog/triggers/on-deleted.yaml
 */
export function newsIn(body: NotificationBody): News {
  return {
    deleting: body.trigger === 'on-deleted',
    revision: body.revision ?? null,
    sync: body.sync ?? null,
    health: body.health ?? null,
    phase: body.phase ?? null,
    message: body.message ? storable(body.message) : null,
    startedAt: instantOf(body.startedAt),
    finishedAt: instantOf(body.finishedAt),
    images: body.images?.map(storable) ?? null,
  }
}

function instantOf(at: string | null | undefined): Date | null {
  return at ? new Date(at) : null
}

export const notificationOutput = z
  .strictObject({
    changed: z.number().int().meta({ description: 'Of how many of ours it said something new.' }),
    ignored: z.number().int().meta({
      description: 'Of how many something newer is known, or no report has told yet.',
    }),
  })
  .meta({ id: 'NotificationAnswer' })
