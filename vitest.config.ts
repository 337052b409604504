import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

if (Number(process.versions.node.split('.')[0]) < 26)
  throw new Error(`The tests need Node 26, this is ${process.version}: run them by npm.`)

const postgres = ['test/db/setup.ts']
const temporal = [...postgres, 'test/support/setup-temporal.ts']

export default defineConfig({
  test: {
    // Tests wait more than they compute.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      project('unit'),
      project('model', { testTimeout: 60_000 }),
      project('http', { globalSetup: postgres }),
      project('db', { globalSetup: postgres }),
      project('workflow', { globalSetup: temporal, testTimeout: 60_000 }),
      project('browser', { globalSetup: temporal, testTimeout: 60_000 }),
      project('replay', { globalSetup: ['test/support/setup-bundle.ts'], testTimeout: 60_000 }),
      // Each file loads models that take processors and memory: one after the other.
      project('engines', { testTimeout: 60_000, fileParallelism: false }),
      project('contract', { globalSetup: postgres, testTimeout: 120_000 }),
    ],
  },
})

function project(
  name: string,
  special: { globalSetup?: string[]; testTimeout?: number; fileParallelism?: boolean } = {},
) {
  const include = [`test/${name}/**/*.test.ts`]
  return { test: { name, include, testTimeout: 15_000, hookTimeout: 60_000, ...special } }
}
