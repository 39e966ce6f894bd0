import { describe, expect, it } from 'vitest'
import type { Actor } from '#lib/domain/access/actor.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { askedScreen, firstScreensOf } from './first-screens.ts'

const teams: Actor['teams'] = new Map([['ieb', 'contributor']])

describe('the first page', () => {
  it.each([
    ['an admin', actorOf({ role: 'admin' }), ['fleet', 'review']],
    ['an admin with a team', actorOf({ role: 'admin', teams }), ['fleet', 'teams', 'review']],
    ['a contributor', actorOf({ role: 'contributor' }), ['fleet', 'review']],
    ['an auditor', actorOf({ role: 'reader' }), ['review', 'fleet']],
    ['an auditor with a team', actorOf({ role: 'reader', teams }), ['teams', 'review', 'fleet']],
    ['a team’s member', actorOf({ teams }), ['teams', 'fleet']],
    ['nobody in particular', actorOf(), ['fleet']],
  ])('of %s has their own screen first', (_, actor, screens) => {
    expect(firstScreensOf(actor)).toEqual(screens)
    expect(askedScreen(actor, {})).toBe(screens[0])
  })

  it('is the screen that the address names, if it is one of the visitor’s', () => {
    expect(askedScreen(actorOf({ role: 'reader' }), { screen: 'fleet' })).toBe('fleet')
    expect(askedScreen(actorOf({ teams }), { screen: 'review' })).toBe('fleet')
  })

  it('is the fleet for an address that says anything else', () => {
    expect(askedScreen(actorOf({ role: 'reader' }), { range: '7d' })).toBe('fleet')
  })
})
