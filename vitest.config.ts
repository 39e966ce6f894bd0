import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['lib/domain/**/*.test.ts', 'lib/schemas/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
})
