// Assembles the contents of the container image in a new folder: Next.js's standalone output, and what runs unbundled and
// which Next.js therefore doesn't know: our own server with the API, the publisher's thread, the commands, and their packages.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { rooms } from '../walls.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { BUILD_FOLDER, buildIfStale } from './build.ts'

const SCRIPTS = [
  'arguments.ts',
  'audit-verify.ts',
  'explain.ts',
  'image-main.mjs',
  'run.mjs',
  'start.ts',
  'tenant.ts',
  'token.ts',
]
/** Next.js bundles pages; everything else runs as it is, and so do the packages that its rooms may use. */
const UNBUNDLED = rooms.filter(
  ({ path }) => /^(?:db|lib)\b/.test(path) && path !== 'lib/http/portal',
)
/** In Next.js's output already. */
const OF_NEXT = ['next']
/** Next.js adds them, but nothing loads them: we have our own server, and images are not optimized. */
const UNUSED = ['server.js', 'node_modules/sharp', 'node_modules/@img']
const IS_TEST = /\.test\.ts$|[/\\]testing$/
const IS_FOR_COMPILERS = /\.map$|\.[cm]?ts$/

const [out] = process.argv.slice(2)
if (out === undefined) {
  console.error('npm run image -- FOLDER')
  process.exit(2)
}
mkdirSync(out)
await buildIfStale()
assemble(out)
const sizes = fileSizes(out)
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6
console.log(`${out}: ${sizes.length} files, ${megabytes.toFixed(1)} MB`)

function assemble(out: string) {
  cpSync(path.join(BUILD_FOLDER, 'standalone'), out, { recursive: true, verbatimSymlinks: true })
  for (const place of UNUSED) rmSync(path.join(out, place), { recursive: true })
  writeFileSync(path.join(out, 'next.config.json'), JSON.stringify(builtConfig()))
  writeFileSync(path.join(out, 'sbom.cdx.json'), billOfMaterials())
  const scripts = SCRIPTS.map((script) => path.join('scripts', script))
  const names = UNBUNDLED.flatMap(({ packages }) => packages)
  const packages = [...withDependencies(names)].map((name) => path.join('node_modules', name))
  copy(['db', 'lib', ...scripts], out, IS_TEST)
  copy(packages, out, IS_FOR_COMPILERS)
  copy(['public', path.join(BUILD_FOLDER, 'static')], out, IS_TEST)
}

function withDependencies(names: readonly string[]): Set<string> {
  const all = new Set<string>()
  const left = names.filter((name) => name !== 'node:' && !OF_NEXT.includes(name))
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const folder = path.join('node_modules', name)
    // Otherwise it is within the package that needs it.
    if (all.has(name) || !existsSync(folder)) continue
    all.add(name)
    const described = readFileSync(path.join(folder, 'package.json'), 'utf8')
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(described)
    left.push(...Object.keys(dependencies))
  }
  return all
}

function copy(places: readonly string[], out: string, left: RegExp) {
  for (const place of places) {
    cpSync(place, path.join(out, place), { recursive: true, filter: (file) => !left.test(file) })
  }
}

/** The settings as Next.js completed them for the build. */
function builtConfig(): unknown {
  const manifest = readFileSync(path.join(BUILD_FOLDER, 'required-server-files.json'), 'utf8')
  return (JSON.parse(manifest) as { config: unknown }).config
}

function fileSizes(folder: string): number[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size)
}
