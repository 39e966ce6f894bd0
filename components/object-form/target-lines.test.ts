import { expect, it } from 'vitest'
import { targetsOfText, targetsProblem, textOfTargets } from './target-lines.ts'

const json = [
  { name: 'early', environment: 'prod', repo_path: 'manifest/app1/early birds' },
  { name: 'late', environment: 'qa', repo_path: '.' },
]

it('gives each target a line, and reads it back as it was, spaces in its path included', () => {
  const text = textOfTargets(json)
  expect(text).toBe('early prod manifest/app1/early birds\nlate qa .')
  expect(targetsOfText(` ${text}\n\n`)).toEqual(json)
  expect(targetsProblem(text)).toBeNull()
  expect(targetsOfText('')).toEqual([])
})

it.each(['early', 'early prod'])('asks for what the line %j lacks', (line) => {
  expect(targetsProblem(`late qa .\n${line}`)).toBe(
    'Line 2: write its name, its environment and its path, with spaces between.',
  )
})
