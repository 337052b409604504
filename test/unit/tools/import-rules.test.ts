// The walls between areas: each forbidden import is planted in a folder of its own, where the linter itself must
// refuse it.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Area, areas, areaSteps, stepsOf } from '#tools/areas.ts'
import { findUnplaced } from '#tools/import-rules.ts'

const root = join(import.meta.dirname, '../../..')
const program = join(root, 'node_modules/oxlint/bin/oxlint')

/** By file, what it imports: a value, or a type where the line says so. */
type Planted = Readonly<Record<string, readonly string[]>>

const refused: Planted = {
  // A module into a module, by name and by a relative path; types too.
  'src/messaging/tokens/rules-of.ts': [
    '#src/messaging/questions/store.ts',
    '../questions/store.ts',
    'type #src/messaging/questions/store.ts',
  ],
  'src/risk/score/answer.ts': ['#src/risk/outcome/answer.ts'],
  // A layer upwards, within an area and across areas.
  'src/messaging/phones/heat-of.ts': ['#src/messaging/challenges/store.ts', '../inbound/read.ts'],
  'src/journey/transaction/read-it.ts': ['#src/journey/commit/commit.ts', '../journal/append.ts'],
  // Types too.
  'src/messaging/challenges/needs.ts': [
    'type #src/main/capability.ts',
    'type #src/packs/document/define.ts',
    'type #src/messaging/inbound/read.ts',
    'type #src/screening/orders/port.ts',
    'type #workflows/messages.ts',
  ],
  'src/risk/insights/rules.ts': ['type #src/packs/runs/rules.ts', 'type #workflows/messages.ts'],
  'src/packs/runs/answer.ts': ['#src/packs/routes.ts', '../routes.ts', '#src/links/lvs/make.ts'],
  'src/biometrics/liveness/derive.ts': ['#src/risk/insights/catalogue/catalogue.ts'],
  'src/vendors/twilio/list.ts': ['#src/vendors/index.ts'],
  'src/main/config/list.ts': ['#src/main/services.ts', '#src/main/local/stack.ts'],
  // Areas of one step.
  'src/screening/checks/phone.ts': ['#src/messaging/phones/store.ts'],
  'src/messaging/challenges/face.ts': ['#src/biometrics/images/store.ts'],
  // The platform into the journey.
  'src/platform/http/lock.ts': [
    '#src/journey/transaction/lock.ts',
    '../../journey/transaction/lock.ts',
  ],
  'src/platform/log-it.ts': ['#src/journey/journal/append.ts', './http/app.ts'],
  // A vendor into a module, into our tables, and into the web framework.
  'src/vendors/zenvia/store.ts': [
    '#src/messaging/questions/store.ts',
    '#src/messaging/challenges/store.ts',
    '#src/journey/transaction/store.ts',
    '#src/platform/db/client.ts',
    'drizzle-orm',
    'hono',
  ],
  'src/risk/numbers/zip-of.ts': ['#src/platform/ids.ts', 'zod', 'type #src/risk/score/rules.ts'],
  // Workflow code into anything, and anything into workflow code.
  'workflows/story.ts': [
    '#src/journey/agenda/rules.ts',
    '#src/platform/errors.ts',
    '#activities/index.ts',
    '#workflows/alarm.ts',
    './packs/onboarding.ts',
    'zod',
    'node:crypto',
    '@temporalio/client',
  ],
  'workflows/packs/pack.ts': ['#src/risk/score/store.ts', '../executor.ts'],
  'src/messaging/challenges/wake.ts': ['#workflows/messages.ts', '#activities/index.ts'],
  'src/journey/temporal/wake.ts': ['#workflows/executor.ts', '#activities/index.ts'],
  'activities/send.ts': [
    '#src/messaging/challenges/store.ts',
    '#src/platform/db/client.ts',
    '#workflows/alarm.ts',
    'drizzle-orm',
    'hono',
  ],
  // By the kind of a file, in a layer that would allow it; and by its layer, in a kind that would.
  'src/screening/checks/schema.ts': [
    '#src/platform/ids.ts',
    './store.ts',
    'type #src/platform/ids.ts',
    '#src/risk/score/schema.ts',
  ],
  'src/risk/score/rules.ts': [
    '#src/platform/db/client.ts',
    './store.ts',
    '#src/packs/runs/rules.ts',
  ],
  'src/journey/lifecycle/kinds.ts': ['#src/journey/journal/append.ts', './create.ts'],
  'src/messaging/challenges/port.ts': ['./status.ts', '#src/platform/errors.ts'],
  'src/journey/journal/table.ts': ['#src/journey/agenda/table.ts', './append.ts', 'zod'],
  'src/biometrics/wire/codes.ts': ['#src/platform/db/client.ts', '#src/biometrics/images/store.ts'],
}

const allowed: Planted = {
  'src/messaging/tokens/record-of.ts': [
    './record.ts',
    '#src/messaging/challenges/store.ts',
    '#src/journey/commit/commit.ts',
    '#src/platform/errors.ts',
    'type #src/journey/capabilities/capability.ts',
  ],
  'src/messaging/challenges/sending/send-it.ts': [
    '../store.ts',
    './claim.ts',
    '../replies/heard.ts',
  ],
  'src/vendors/twilio/send-it.ts': [
    './config.ts',
    '#src/vendors/parts/secrets.ts',
    '#src/journey/calls/http.ts',
    '#src/messaging/wire/approved.ts',
    'type #src/messaging/challenges/port.ts',
  ],
  'src/journey/temporal/start.ts': ['#workflows/messages.ts'],
  'src/main/boot.ts': ['#src/main/config/config.ts', '#activities/index.ts', './services.ts'],
  'src/screening/background-check/schema.ts': ['zod', '#src/screening/wire/schema.ts'],
  'src/risk/outcome/rules.ts': ['zod', './schema.ts', 'type #src/journey/capabilities/module.ts'],
  'src/packs/runs/kinds.ts': [
    './rules.ts',
    '#src/journey/journal/kind.ts',
    '#src/journey/agenda/effects.ts',
  ],
  'src/packs/runs/table.ts': [
    'drizzle-orm/pg-core',
    '#src/platform/db/columns.ts',
    '#src/journey/transaction/table.ts',
  ],
  'workflows/loop.ts': ['@temporalio/workflow', './alarm.ts', 'type #src/journey/agenda/task.ts'],
  'activities/run.ts': ['#src/journey/commit/run-task.ts', '#src/platform/db/errors.ts'],
}

/** As `file: import`, those that the linter refuses. */
function lint(planted: Planted): { readonly found: string[]; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'tools'))
  for (const name of [
    'oxlint.config.ts',
    'tools/areas.ts',
    'tools/import-rules.ts',
    'tools/type-names.ts',
  ])
    copyFileSync(join(root, name), join(folder, name))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, imports] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), imports.map(toLine).join('\n'))
  }
  const { stdout, stderr } = spawnSync(process.execPath, [program, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { diagnostics = [] } = stdout.startsWith('{') ? (JSON.parse(stdout) as Report) : {}
  const found = diagnostics
    .filter(({ code }) => code.includes('no-restricted-imports'))
    .map(({ filename, labels: [label] }) => {
      const line = planted[filename]?.[(label?.span.line ?? 0) - 1] ?? 'nothing'
      return `${filename}: ${line}`
    })
  return { found: [...new Set(found)].toSorted(), output: stdout + stderr }
}

type Report = {
  readonly diagnostics?: readonly {
    readonly code: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number } }[]
  }[]
}

const toLine = (what: string, index: number) =>
  what.startsWith('type ')
    ? `import type { A as A${index} } from '${what.slice(5)}'`
    : `import { a as a${index} } from '${what}'`

const listed = (planted: Planted) =>
  Object.entries(planted)
    .flatMap(([file, imports]) => imports.map((one) => `${file}: ${one}`))
    .toSorted()

describe('what the linter refuses', () => {
  test('each forbidden import, and no other', () => {
    expect(lint({ ...refused, ...allowed }).found).toEqual(listed(refused))
  })

  test('every import from a folder into one above it or beside it, whatever the folders', () => {
    const planted = Object.fromEntries(areas.flatMap((area) => plantedIn(area)))
    expect(lint(planted).found).toEqual(listed(planted))
  })

  test('a folder that stands in no layer stops the linter, by its name', () => {
    const { found, output } = lint({ 'src/journey/attic/chest.ts': [], ...refused })
    expect(found).toEqual([])
    expect(output).toContain('src/journey/attic')
  })
})

/** For each folder of an area a file that imports from every folder it may not know. */
function plantedIn(area: Area): [file: string, imports: string[]][] {
  const at = areaSteps.findIndex((step) => step.includes(area))
  const others = areaSteps
    .slice(at)
    .flat()
    .filter((one) => one !== area)
  const outside = others.flatMap((one) =>
    stepsOf(one)
      .flat()
      .map((folder) => pathIn(one, folder)),
  )
  return stepsOf(area).flatMap((step, index) =>
    step.map((folder): [string, string[]] => {
      const inside = stepsOf(area)
        .slice(index)
        .flat()
        .filter((other) => other !== folder)
      const imports = [...inside.map((other) => pathIn(area, other)), ...outside]
      return [pathIn(area, folder), imports.map((path) => `#${path}`)]
    }),
  )
}

const pathIn = ({ name }: Area, folder: string) =>
  folder === '.' ? `src/${name}/planted.ts` : `src/${name}/${folder}/planted.ts`

describe('the list of areas', () => {
  const files = globSync('src/**/*', { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

  test('has every folder of src', () => {
    expect(findUnplaced(files)).toEqual([])
  })

  test('has no folder that is not there, and none twice', () => {
    const named = areas.flatMap((area) =>
      stepsOf(area)
        .flat()
        .map((folder) => `${area.name}/${folder}`),
    )
    const there = new Set(
      files.map((file) => {
        const [, area, folder = '.', deeper] = file.split('/')
        return `${area}/${deeper === undefined ? '.' : folder}`
      }),
    )
    expect(named.filter((name) => !there.has(name))).toEqual([])
    expect(named).toHaveLength(new Set(named).size)
  })
})
