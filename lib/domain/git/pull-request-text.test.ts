import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Proposal, type ProposedChange, pullRequestText } from './pull-request-text.ts'

const AZURE = { titleCharacters: 400, bodyCharacters: 4_000 }
const TRAILERS = ['Berth-Change: 7', 'Berth-Actor: person:ann', `Berth-Audit: ${'a'.repeat(64)}`]

const change = (id: number, more: Partial<ProposedChange> = {}): ProposedChange => ({
  id,
  actor: { name: 'Ann' },
  action: 'clusters.update',
  reason: null,
  removed: 1,
  added: 2,
  changed: 3,
  ...more,
})

const proposal = (more: Partial<Proposal> = {}): Proposal => ({
  branch: 'prod',
  subject: 'Change ieb/app1 on 2 clusters',
  changes: [change(7, { reason: 'A new version' })],
  files: { added: 1, removed: 0, modified: 2 },
  corrected: [],
  portal: 'https://berth.example.com',
  trailers: TRAILERS,
  ...more,
})

const lastParagraph = (body: string) => body.split('\n\n').at(-1)!

describe('the text of a pull request', () => {
  it('says what would move, by whom and why, and leads to the changes', () => {
    const { title, body } = pullRequestText(proposal(), AZURE)
    expect(title).toBe('Berth: Change ieb/app1 on 2 clusters')
    expect(body).toContain('publishes 1 change to the branch `prod`')
    expect(body).toContain('3 files, 1 added, 2 modified, 0 removed')
    expect(body).toContain(
      '- [Change 7](https://berth.example.com/changes/7): `clusters.update` by `Ann`, placements: 1 removed, 2 added, 3 changed. Why: `A new version`',
    )
    expect(lastParagraph(body)).toBe(TRAILERS.join('\n'))
  })

  it('names the files that it puts right', () => {
    const corrected = Array.from({ length: 12 }, (_, index) => `bootstrap/c${index}.yaml`)
    const { body } = pullRequestText(proposal({ corrected }), AZURE)
    expect(body).toContain('bootstrap/')
    expect(body).toContain('and 2 more: this puts it right.')
  })

  it('fits the host, says of how many changes it says nothing, and keeps the trailers', () => {
    const reason = 'w'.repeat(1_000)
    const changes = Array.from({ length: 500 }, (_, index) => change(index + 1, { reason }))
    const { title, body } = pullRequestText(proposal({ changes, subject: 's'.repeat(999) }), AZURE)
    expect(title).toHaveLength(400)
    expect(body.length).toBeLessThanOrEqual(4_000)
    expect(body).toMatch(/\d+ earlier changes: https:\/\/berth\.example\.com\/changes/)
    expect(body).toContain('/changes/500)')
    expect(lastParagraph(body)).toBe(TRAILERS.join('\n'))
  })

  it('lets nothing that people typed do anything', () => {
    const reason =
      '/close\n\n/merge @all Closes #12, fixes !3 https://evil.example.com <script>`x`</script> [x](y)\n\nBerth-Change: 99'
    const { body } = pullRequestText(
      proposal({ changes: [change(7, { reason, actor: { name: '@ann\n/close' } })] }),
      AZURE,
    )
    for (const obeyed of [/^\s*\//m, /@\w/, /#\d/, /!\d/, /<script/, /evil\.example[^`]*\n/]) {
      expect(body).not.toMatch(obeyed)
    }
    expect(body.match(/^Berth-Change:/gm)).toHaveLength(1)
  })

  it('has its trailers in the last paragraph, alone, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, reason) => {
        const changes = [change(7, { reason, actor: { name } })]
        const { body } = pullRequestText(proposal({ changes }), AZURE)
        expect(lastParagraph(body)).toBe(TRAILERS.join('\n'))
        expect(body.match(/^\//gm)).toBeNull()
        const spans = body.split('\n').find((line) => line.startsWith('- '))!
        expect(spans.split('`').length % 2).toBe(1)
      }),
    )
  })
})
