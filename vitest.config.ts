import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

if (Number(process.versions.node.split('.')[0]) < 26)
  throw new Error(`The tests need Node 26, this is ${process.version}: run them by npm.`)

const processors = availableParallelism()
const postgres = ['test/db/setup.ts']
const temporal = [...postgres, 'test/support/setup/temporal.ts']

/** What waits long comes first, and what is short last: so that no processor is idle at the end. */
const order = [
  'engines',
  'browser',
  'workflow',
  'contract',
  'db',
  'http',
  'model',
  'replay',
  'unit',
]

/** Where nothing is known of an earlier run, size is what counts; but the parts of these stand beside them. */
const long = [
  'capture.test',
  'uncertain.test',
  'suspects.test',
  'outages.test',
  'verdicts/cases.test',
  'processes.test',
  'killed.test',
  'privacy.test',
  'fuzz.test',
  // Of the project that comes last: one of them alone would keep the others waiting.
  'find.test',
  'paper.test',
  'heap.test',
  'cost.property.test',
  'happen.test',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) - (long.some((name) => moduleId.includes(`/${name}`)) ? 0.5 : 0)
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Tests wait more than they compute, but what is killed and frozen must come back within seconds.
    maxWorkers: Math.max(processors + 2, Math.ceil(processors * 1.5)),
    projects: [
      // First, beside lint and type checks: each file loads models that take processors and memory.
      project('engines', 0),
      // Not of a plain `npm test`.
      project('browser', 1, { globalSetup: temporal }),
      project('contract', 1, { globalSetup: postgres }),
      project('db', 1, { globalSetup: postgres }),
      project('http', 1, { globalSetup: postgres }),
      project('model', 1),
      project('replay', 1, {
        globalSetup: ['test/support/setup/bundle.ts'],
      }),
      project('unit', 1),
      project('workflow', 1, { globalSetup: temporal }),
    ],
  },
})

type Special = {
  readonly globalSetup?: string[]
  readonly fileParallelism?: boolean
}

/** Files of a project share a process one after the other: half of their time was loading the same modules. */
function project(name: string, groupOrder: number, special: Special = {}) {
  const include = [`test/${name}/**/*.test.ts`]
  // They end what hangs, and say nothing of speed: machines are shared.
  const expect = { poll: { timeout: 30_000 } }
  const limits = { testTimeout: 300_000, hookTimeout: 300_000, expect }
  return {
    test: { name, include, isolate: false, sequence: { groupOrder }, ...limits, ...special },
  }
}
