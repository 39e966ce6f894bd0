import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cloudEvent, type SentEvent, slackBlocks, teamsCard } from './message.ts'

const event: SentEvent = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'alert.fired',
  subject: 'Payments is degraded on 3 clusters',
  data: { rule: 'payments', count: 3, nested: { a: 1 } },
  at: new Date('2026-11-22T10:00:00Z'),
  source: 'https://berth.example.com',
  tenant: 'default',
}

it('a webhook is sent a CloudEvent', () => {
  const { contentType, body } = cloudEvent(event)
  expect(contentType).toContain('application/cloudevents+json')
  expect(JSON.parse(body)).toEqual({
    specversion: '1.0',
    id: event.id,
    source: 'https://berth.example.com/#default',
    type: 'dev.berth.alert.fired',
    subject: event.subject,
    time: '2026-11-22T10:00:00.000Z',
    datacontenttype: 'application/json',
    data: event.data,
  })
})

type Node = Readonly<Record<string, unknown>>
/** Every object within a value. */
function nodesOf(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : [value as Node]
  return [...own, ...Object.values(value).flatMap(nodesOf)]
}

const hostile = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom(
    '<!channel>',
    '<https://evil.example|Log in>',
    '[Log in](https://evil.example)',
    '<at>all</at>',
    '*x* & `y`',
  ),
)

describe('what a tenant wrote', () => {
  it('is only text for Slack, where no block reads markup', () => {
    fc.assert(
      fc.property(hostile, hostile, (subject, fact) => {
        const { body } = slackBlocks({ ...event, subject, data: { fact } })
        const { text, blocks } = JSON.parse(body) as { text: string; blocks: unknown }
        expect(text).not.toMatch(/[<>]|&(?!(?:amp|lt|gt);)/)
        const typed = nodesOf(blocks).map(({ type }) => type)
        for (const type of typed.filter((each) => each !== undefined)) {
          expect(['rich_text', 'rich_text_section', 'text']).toContain(type)
        }
        expect(nodesOf(blocks).map(({ text: said }) => said)).toContain(subject)
      }),
    )
  })

  it('is only text for Teams, where no block reads Markdown and nobody is mentioned', () => {
    fc.assert(
      fc.property(hostile, hostile, (subject, fact) => {
        const card = JSON.parse(teamsCard({ ...event, subject, data: { fact } }).body) as unknown
        const types = new Set(
          nodesOf(card).flatMap(({ type }) => (type === undefined ? [] : [type])),
        )
        expect(types).toEqual(
          new Set(['message', 'AdaptiveCard', 'RichTextBlock', 'TextRun', 'Action.OpenUrl']),
        )
        expect(nodesOf(card).some((node) => 'msteams' in node || 'entities' in node)).toBe(false)
        const links = nodesOf(card).flatMap(({ url }) => (url === undefined ? [] : [url]))
        expect(links).toEqual([event.source])
      }),
    )
  })

  it('is bounded: ten plain values of 300 characters', () => {
    const data = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`k${n}`, 'x'.repeat(9_000)]),
    )
    for (const { body } of [slackBlocks({ ...event, data }), teamsCard({ ...event, data })]) {
      expect(body.length).toBeLessThan(6_000)
    }
  })
})
