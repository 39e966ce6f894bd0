// Which packages the image consists of, for people who look for known vulnerabilities.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const BYTES_MAX = 64 * 1024 * 1024

type Bill = {
  readonly components: readonly { readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

type Lock = { readonly packages: Readonly<Record<string, Locked>> }
type Locked = { readonly version: string; readonly dev?: true }

/**
 * A software bill of materials in CycloneDX JSON, from the lock file: every package that isn't only for development, with
 * its version, license and the hash of its archive. Some are programs for other systems, which no image contains.
 *
 * https://docs.npmjs.com/cli/v11/commands/npm-sbom
 */
export function billOfMaterials(): string {
  const bill = JSON.parse(npmSbom()) as Bill
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const shipped = new Set(
    Object.entries(lock.packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`),
  )
  const root = bill.dependencies.find(({ ref }) => ref.startsWith('berth@'))?.ref
  const isShipped = (ref: string) => ref === root || shipped.has(ref)
  return JSON.stringify({
    ...bill,
    components: bill.components.filter((each) => isShipped(each['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  })
}

/** Includes development packages: when told to leave them out, npm also leaves out packages that both need. */
function npmSbom(): string {
  const flags = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  return execFileSync('npm', ['sbom', ...flags], {
    encoding: 'utf8',
    maxBuffer: BYTES_MAX,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
}
