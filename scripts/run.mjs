// Runs a script of this folder on a Node.js that reads TypeScript. npm puts Berth's own Node.js first in the path; on
// platforms without one, the installed Node.js must be new enough.
const NODE_MAJOR_MIN = 24

const [major] = process.versions.node.split('.').map(Number)
if (major < NODE_MAJOR_MIN) {
  console.error(
    `Berth needs Node.js ${NODE_MAJOR_MIN} or newer here; this is ${process.version}. Run it through npm (npm run …), or install a newer Node.js.`,
  )
  process.exit(1)
}
await import('../lib/runtime/import-formats.ts')
process.env.NEXT_TELEMETRY_DISABLED ??= '1'
const [script, ...rest] = process.argv.slice(2)
process.argv = [process.argv[0], script, ...rest]
await import(new URL(`./${script}.ts`, import.meta.url).href)
