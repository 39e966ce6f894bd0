// Assembles the contents of the container image in a new folder: Next.js's standalone output, and what runs unbundled and
// which Next.js therefore doesn't know: our own server, the publisher's thread, the commands, and their packages.
import { execFileSync } from 'node:child_process'
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
import { billOfMaterials } from './bill-of-materials.ts'

/** Separate from the checkout's own build, with a tsconfig that Next.js may write to. */
const WORK_FOLDER = '.next-image'
const BUILD_FOLDER = path.join(WORK_FOLDER, 'build')
const TSCONFIG = path.join(WORK_FOLDER, 'tsconfig.json')

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
/**
 * They are bundled for Next.js, but the server, the threads and the commands also import them. next-auth, which reads
 * cookies,
 * brings the dependencies of that part of it.
 */
const PACKAGES = [
  '@babel/runtime',
  '@panva/hkdf',
  'diff',
  'drizzle-orm',
  'next-auth',
  'uuid',
  'yaml',
  'zod',
]
const DOCS_SCRIPT = 'node_modules/@scalar/api-reference/dist/browser/standalone.js'
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
build()
assemble(out)
rmSync(WORK_FOLDER, { recursive: true })
const sizes = fileSizes(out)
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6
console.log(`${out}: ${sizes.length} files, ${megabytes.toFixed(1)} MB`)

function build() {
  mkdirSync(WORK_FOLDER, { recursive: true })
  writeFileSync(TSCONFIG, '{ "extends": "../tsconfig.json" }\n')
  // The build would make it refer to a folder that is removed afterwards.
  const types = existsSync('next-env.d.ts') ? readFileSync('next-env.d.ts') : null
  try {
    execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        BERTH_STANDALONE: '1',
        NEXT_DIST_DIR: BUILD_FOLDER,
        NEXT_TSCONFIG: TSCONFIG,
      },
    })
  } finally {
    if (types === null) rmSync('next-env.d.ts', { force: true })
    else writeFileSync('next-env.d.ts', types)
  }
}

function assemble(out: string) {
  cpSync(path.join(BUILD_FOLDER, 'standalone'), out, { recursive: true, verbatimSymlinks: true })
  for (const place of UNUSED) rmSync(path.join(out, place), { recursive: true })
  writeFileSync(path.join(out, 'next.config.json'), JSON.stringify(builtConfig()))
  writeFileSync(path.join(out, 'sbom.cdx.json'), billOfMaterials())
  const scripts = SCRIPTS.map((script) => path.join('scripts', script))
  const packages = PACKAGES.map((name) => path.join('node_modules', name))
  copy(['db', 'lib', ...scripts], out, IS_TEST)
  copy(packages, out, IS_FOR_COMPILERS)
  copy(['public', path.join(BUILD_FOLDER, 'static'), DOCS_SCRIPT], out, IS_TEST)
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
