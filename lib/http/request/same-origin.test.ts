import { describe, expect, it } from 'vitest'
import { Refusal } from '#lib/usecases/refusal.ts'
import { requireSameOrigin } from './same-origin.ts'

const environment = { url: 'https://berth.example.com/portal' }

function answerOf(headers: Record<string, string>): string {
  try {
    requireSameOrigin(new Headers(headers), environment)
    return 'accepted'
  } catch (error) {
    return error instanceof Refusal ? `${error.kind} ${error.code}` : String(error)
  }
}

describe('a write that a cookie opens', () => {
  it.each<Record<string, string>>([
    { origin: 'https://berth.example.com' },
    { 'sec-fetch-site': 'same-origin' },
  ])('is accepted from the portal itself: %j', (headers) => {
    expect(answerOf(headers)).toBe('accepted')
  })

  it.each<Record<string, string>>([
    {},
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://[' },
    { origin: 'https://example.com' },
    { origin: 'https://berth.example.com.example.com' },
    { origin: 'http://berth.example.com' },
    { origin: 'https://berth.example.com:8443' },
    { origin: 'https://example.com', host: 'example.com' },
    { origin: 'http://berth.example.com', host: 'berth.example.com' },
    { origin: 'https://example.com', 'x-forwarded-host': 'example.com' },
    { origin: 'https://example.com', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('is refused from anywhere else: %j', (headers) => {
    expect(answerOf(headers)).toBe('forbidden origin_foreign')
  })
})
