import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { newsIn, notificationInput } from '#lib/schemas/notification.ts'
import { notificationSettings, notificationStep } from './notification-step.ts'
import { callsOf } from './testing/shell-calls.ts'

const ORIGIN = 'https://berth.example.com'
const step = notificationStep('argocd', ORIGIN)
const settings = notificationSettings(ORIGIN)
const read = (key: string): unknown => JSON.parse(settings[key] ?? 'null')
const triggers = Object.keys(settings)
  .filter((key) => key.startsWith('trigger.'))
  .map((key) => key.slice('trigger.'.length))

describe('the step that lets Argo CD notify', () => {
  it('takes no subscription away: it ends where there are any, and only adds', () => {
    const [look, ...patches] = step.command.split('\n')
    expect(look).toBe(
      `test -z "$(kubectl get configmap argocd-notifications-cm --namespace argocd --output jsonpath='{.data.subscriptions}')" &&`,
    )
    const calls = callsOf(patches.join('\n').replaceAll(' &&\n', '\n'))
    expect(calls.map((call) => call.slice(0, -1).join(' '))).toEqual([
      'kubectl patch secret argocd-notifications-secret --namespace argocd --type merge --patch',
      'kubectl patch configmap argocd-notifications-cm --namespace argocd --type merge --patch-file',
    ])
    expect(JSON.parse(calls[0]?.at(-1) ?? '')).toEqual({ stringData: { 'berth-token': 'TOKEN' } })
    const [file] = step.texts ?? []
    expect(calls[1]?.at(-1)).toBe(file?.file)
    expect(parse(file?.text ?? '')).toEqual({ data: settings })
  })

  it('keeps the token in the Secret: the settings name its key alone', () => {
    expect(read('service.webhook.berth')).toEqual({
      url: `${ORIGIN}/api/v1/notifications/argocd`,
      headers: [
        { name: 'Authorization', value: 'Bearer $berth-token' },
        { name: 'Content-Type', value: 'application/json' },
      ],
    })
  })

  it('subscribes to each trigger that it makes, and each sends a template of ours', () => {
    expect(triggers).toHaveLength(7)
    expect(read('subscriptions')).toEqual([{ recipients: ['berth'], triggers }])
    for (const trigger of triggers) {
      expect(read(`trigger.${trigger}`)).toEqual([{ when: expect.any(String), send: [trigger] }])
      expect(read(`template.${trigger}`)).toMatchObject({ webhook: { berth: { method: 'POST' } } })
    }
  })

  it('has Argo CD send what Berth reads, and nothing else', () => {
    for (const trigger of triggers) {
      const template = read(`template.${trigger}`) as { webhook: { berth: { body: string } } }
      const values: Record<string, string> = { images: '["nginx:1"]' }
      const body = template.webhook.berth.body
        .replace(/\{\{\(call .*?\}\}/, '2026-03-01T12:00:00.5Z')
        .replaceAll(/"(\w+)":\{\{toJson [^}]*\}\}/g, (_, field: string) => {
          const value = field.endsWith('At') ? '"2026-03-01T11:59:00Z"' : '"text"'
          return `"${field}":${values[field] ?? value}`
        })
      const notification = notificationInput.parse(JSON.parse(body))
      expect(`berth-${notification.trigger}`).toBe(trigger)
      expect(newsIn(notification).deleting).toBe(trigger === 'berth-on-deleted')
    }
  })
})
