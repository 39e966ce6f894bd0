import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Real processes on a busy machine: slow is no failure. With many trials a property takes as much longer. */
const INTEGRATION_PATIENCE_MS = process.env['BERTH_TRIALS'] === undefined ? 300_000 : 7_200_000
/** Tests of how Postgres plans, and how many rows it reads and writes. */
const COST_TESTS = '{db,lib/{usecases,worker,http}}/**/*cost.test.ts'
const INTEGRATION_TESTS = [
  'lib/adapters/**/*.test.ts',
  'db/**/*.test.ts',
  'lib/usecases/**/*.test.ts',
  'lib/worker/**/*.test.ts',
  'lib/http/**/*.test.ts',
  'app/**/*.test.ts',
  'lib/demo/**/*.test.ts',
]
/** Files that put another module in the place of one, which no other file may find there. */
const REPLACING_TESTS = globSync(INTEGRATION_TESTS).filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
)

/** What else would cost each process that loads drizzle-orm most of its start. */
const execArgv = ['--import', './lib/runtime/import-formats.ts']

const onDatabase = {
  environment: 'node',
  execArgv,
  globalSetup: ['db/testing/global-setup.ts'],
  setupFiles: ['db/testing/check-rows.ts', 'db/testing/keep-plans.ts'],
  testTimeout: INTEGRATION_PATIENCE_MS,
  hookTimeout: INTEGRATION_PATIENCE_MS,
}
/** They wait for disks and for other processes now and then, and each loads and warms up all modules for itself. */
const INTEGRATION_WORKERS = 3
/** Each starts whole portals, which need memory, and waits until they have. */
const SYSTEM_WORKERS = 2

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'walls.test.ts',
            'lib/{runtime,secrets,settings,lists}/**/*.test.ts',
            'lib/domain/**/*.test.ts',
            'lib/schemas/**/*.test.ts',
            'components/**/*.test.ts',
          ],
          environment: 'node',
          // Pure code: nothing that one file leaves behind can reach another.
          isolate: false,
          // The long run has many trials; slow is no failure.
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'integration',
          include: INTEGRATION_TESTS,
          exclude: [COST_TESTS, ...REPLACING_TESTS],
          maxWorkers: INTEGRATION_WORKERS,
          // Most files take longer to load what they import than to test it. Each makes a tenant and services of its own.
          isolate: false,
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'replacing',
          include: REPLACING_TESTS,
          maxWorkers: INTEGRATION_WORKERS,
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'cost',
          include: [COST_TESTS],
          // What is read follows from the plan, too: each statement is planned as in a running portal.
          setupFiles: ['db/testing/check-rows.ts'],
          // What is read follows from what vacuum found last, and it finds less while others are at work.
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        test: {
          name: 'system',
          include: ['scripts/*.test.ts'],
          environment: 'node',
          execArgv,
          globalSetup: ['scripts/testing/global-setup.ts'],
          maxWorkers: SYSTEM_WORKERS,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'live',
          include: ['scripts/live/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/live/global-setup.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'peers',
          include: ['scripts/peers/*.test.ts'],
          globalSetup: ['scripts/peers/global-setup.ts'],
        },
      },
    ],
  },
})
