import { defineConfig, type OxlintOverride } from 'oxlint'
import manifest from './package.json' with { type: 'json' }
import { mayImport, type Room, rooms } from './walls.ts'

const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })

// Of two that a file is in, the later counts: that is the inner room.
const byDepth = rooms.toSorted((a, b) => a.path.length - b.path.length)

/** Whether a room may import some of the rooms within a folder. */
const mayEnterWithin = (room: Room, folder: string) =>
  rooms.some((inner) => inner.path.startsWith(`${folder}/`) && mayImport(room, inner))

const walls = byDepth.map((room): OxlintOverride => {
  const ours = rooms
    .filter((other) => !mayImport(room, other))
    .map(({ path }) => (mayEnterWithin(room, path) ? `#${path}/[^/]+$` : `#${path}/`))
  const foreign = packages
    .filter((name) => !room.packages.includes(name))
    .map((name) => `${name}(/|$)`)
  const builtIn = room.packages.includes('node:') ? [] : ['node:']
  const regex = `^(${[...ours, ...foreign, ...builtIn].join('|')})`
  const message = `${room.path} may not import this: see walls.ts`
  return {
    files: [`${room.path}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
  }
})

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc', 'promise', 'react', 'nextjs', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['node_modules', '.next', '.data', 'db/migrations', 'next-env.d.ts'],
  rules: {
    'typescript/no-floating-promises': ['error', { checkThenables: true }],
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'off',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'off',
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    complexity: ['error', { max: 14 }],
    'no-console': 'error',
    eqeqeq: 'error',
    'no-restricted-globals': ['error', 'fdescribe', 'fit'],
    'react/react-in-jsx-scope': 'off',
    'unicorn/no-array-sort': 'off',
    'no-shadow': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'no-await-in-loop': 'off',
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
  },
  overrides: [
    ...walls,
    {
      files: ['lib/domain/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          'process',
          'Buffer',
          'fetch',
          'setTimeout',
          'setInterval',
          'performance',
          'crypto',
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random' },
          { object: 'Date', property: 'now' },
        ],
      },
    },
    {
      files: ['**/*.test.ts', '**/*.bench.ts', 'lib/**/testing/**', 'db/testing/**', 'e2e/**'],
      rules: {
        'max-lines-per-function': 'off',
        'max-lines': 'off',
        'no-restricted-imports': 'off',
        'no-restricted-globals': 'off',
        'no-restricted-properties': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
      },
    },
    {
      files: ['scripts/**'],
      rules: { 'no-console': 'off', 'typescript/no-unsafe-type-assertion': 'off' },
    },
  ],
})
