// Everything that says whether the project is sound; the last line is `N passed, N failed`.
// With arguments only the tests run, and vitest gets them: npm test -- --project http
// With --verify all checks run, and the tests that need no server.
// What is shown in a browser is left out (`npm test -- --project browser`): it needs one, and minutes. BROWSER_TESTS=1 adds it after the
// others, and CHAOS_MINUTES=3 that many minutes of bad luck (CI does both, and draws a population of 300 instead of 100 by POPULATION).
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { node, root, setUp } from './setup.mjs'
import { shortenManifest } from './shorten-manifest.mjs'

const binaries = join(root, 'node_modules/.bin')
const migrations = 'src/platform/db/migrations'
const verifies = process.argv[2] === '--verify'
const asked = verifies
  ? ['unit', 'model', 'replay'].map((name) => `--project=${name}`)
  : process.argv.slice(2)
const checks = verifies || asked.length === 0
const counts = { passed: 0, failed: 0 }
const running = new Set()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exitCode = 130
  })

try {
  await setUp()
  shortenManifest(join(root, 'node_modules/drizzle-orm'))
  // Beside the tests, which wait more than they compute.
  const checked = checks ? check() : undefined
  const wanted = asked.length === 0 ? ['--project=!browser'] : asked
  const ended = await Promise.allSettled([checked, test(wanted)])
  for (const { reason } of ended) if (reason) throw reason
  if (asked.length === 0) {
    // oxlint-disable-next-line node/no-process-env -- what runs `npm test` says whether
    if (process.env.BROWSER_TESTS) await test(['--project', 'browser'])
    await meetBadLuck()
  }
} catch (error) {
  counts.failed++
  console.log(error.message)
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(process.exitCode || (counts.failed > 0 ? 1 : 0))

async function check() {
  await step('format', () => run('oxfmt', ['--check', '.']))
  await step('lint', () => run('oxlint', []))
  // The next run looks at what has changed alone: half a minute of a processor.
  const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']
  await step('types', () => run('tsc', ['-p', '.', ...kept]))
  await step('types of workflows', () => run('tsc', ['-p', 'workflows']))
  // What runs in a browser has types of its own; the typed client is checked by its tests, with its own packages.
  const all = readdirSync(join(root, 'src'), { recursive: true }).map((name) => join('src', name))
  const pages = all.filter((name) => basename(name) === 'tsconfig.json').map(dirname)
  for (const folder of [...pages.toSorted(), 'clients/atesta-capture', 'tools/calibration'])
    await step(`types of ${folder}`, () => run('tsc', ['-p', folder]))
  await step('nothing unused', () => run('knip', []))
  await step('migrations are complete', findMissingMigration)
}

/** The same bad luck each time, so that what differs is the code. */
async function meetBadLuck() {
  // oxlint-disable-next-line node/no-process-env -- what runs `npm test` says how long
  const minutes = process.env.CHAOS_MINUTES
  if (!minutes) return
  const args = ['test/load/chaos/main.ts', '--seed', '7', '--travellers', '4', '--minutes', minutes]
  await step(`chaos for ${minutes} minutes`, () => run(node, args, { show: true }))
}

/** A step gives `{ ok, output }`; the output is shown when it is not ok. */
async function step(name, action) {
  const started = Date.now()
  const { ok, output } = await action()
  counts[ok ? 'passed' : 'failed']++
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds(started)} s)`)
  if (!ok) console.log(output.trimEnd())
}

async function test(args) {
  const folder = mkdtempSync(join(tmpdir(), 'atesta-results-'))
  const file = join(folder, 'results.json')
  const started = Date.now()
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    // A line for each file: what failed comes whole at the end.
    const quiet = asked.length === 0 ? ['--slowTestThreshold=60000'] : []
    const { ok } = await run('vitest', ['run', ...reporters, ...quiet, ...args], { show: true })
    const { passed, failed, skipped } = countTests(file)
    counts.passed += passed
    counts.failed += failed.length
    // An error outside every test fails the run as well.
    if (!ok && failed.length === 0) counts.failed++
    for (const name of skipped) console.log(`- skipped: ${name}`)
    // At the end of the output, where whoever keeps little of it keeps them.
    for (const name of failed) console.log(`✗ failed: ${name}`)
    console.log(`${ok ? '✓' : '✗'} ${['tests', ...args].join(' ')} (${seconds(started)} s)`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function countTests(file) {
  if (!existsSync(file)) return { passed: 0, failed: [], skipped: [] }
  const { testResults: files } = JSON.parse(readFileSync(file, 'utf8'))
  const tests = files.flatMap((each) => each.assertionResults)
  const having = (...states) => tests.filter(({ status }) => states.includes(status))
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  )
  return {
    passed: having('passed').length,
    failed: [
      ...having('failed').map(({ fullName }) => fullName),
      ...broken.map(({ name }) => name),
    ],
    skipped: having('skipped', 'pending', 'disabled').map(({ fullName }) => fullName),
  }
}

/** Asks drizzle-kit in a copy, so that nothing is left behind. */
async function findMissingMigration() {
  const copy = mkdtempSync(join(tmpdir(), 'atesta-migrations-'))
  try {
    for (const name of ['src', 'package.json', 'tsconfig.json', 'drizzle.config.ts'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const before = readdirSync(join(copy, migrations)).length
    const { ok, output } = await run('drizzle-kit', ['generate'], { cwd: copy })
    const isComplete = ok && readdirSync(join(copy, migrations)).length === before
    return {
      ok: isComplete,
      output: `${output}\nThe tables say more than the migrations: npx drizzle-kit generate --name verb-noun`,
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function run(program, args, { cwd = root, show = false } = {}) {
  // oxlint-disable-next-line node/no-process-env -- the programs must run on the Node that the set-up brought
  const env = { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` }
  // Tests start the service some hundred times: what Node has compiled once is kept.
  env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
  const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
  const child = spawn(resolve(binaries, program), args, { cwd, env, stdio })
  running.add(child)
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  return new Promise((done) => {
    child.once('error', (error) => done({ ok: false, output: error.message }))
    child.once('close', (code) => done({ ok: code === 0, output }))
  }).finally(() => running.delete(child))
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(1)
}
