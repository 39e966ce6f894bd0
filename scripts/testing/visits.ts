// Requests of two people for the same addresses, in every way in which a browser asks for a page.
import * as fc from 'fast-check'

/** Texts that only the first person may see, from a team that the second one isn't in. */
export const canary = {
  namespace: 'analytics',
  name: 'unseen-by-others',
  repo_url: 'https://git.example.com/analytics/unseen.git',
  repo_branch: 'main',
  repo_path: '.',
}

const PAGES = ['/', '/teams', '/teams/ieb', '/applications', '/clusters', '/policies', '/changes']
const LISTS = ['/api/v1/applications', '/api/v1/placements', '/api/v1/teams']

/** A whole page, a navigation, and a prefetch; Next.js redirects each to the address with its hash. */
const WAYS: readonly Readonly<Record<string, string>>[] = [
  {},
  { RSC: '1', 'Next-Url': '/teams' },
  { RSC: '1', 'Next-Router-Prefetch': '1' },
  { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
  { 'Cache-Control': 'max-stale=3600', 'If-None-Match': '*' },
]

const ofPage = fc
  .tuple(fc.constantFrom(...PAGES), fc.constantFrom(...WAYS))
  .map(([address, headers]) => ({
    address: 'RSC' in headers ? `${address}?_rsc=0` : address,
    headers,
    isWhole: !('RSC' in headers),
  }))
const ofList = fc
  .constantFrom(...LISTS)
  .map((address) => ({ address, headers: {}, isWhole: false }))
const visit = fc
  .tuple(fc.nat(1), fc.oneof({ weight: 4, arbitrary: ofPage }, { weight: 1, arbitrary: ofList }))
  .map(([person, asked]) => ({ person, ...asked }))

/** So many visits, the same for the same seed. */
export const visits = (count: number, seed: number) => fc.sample(visit, { numRuns: count, seed })
