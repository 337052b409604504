// The set-up of a clone: packages, and with them Node 26. Runs on the Node that is there, from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { capture } from './build-capture.mjs'
import { consoleApp } from './build-console.mjs'

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
export const node = join(root, 'node_modules/.bin/node')

const lockFile = join(root, 'package-lock.json')
const patches = 'tools/patches'
const stampFile = join(root, 'node_modules/.atesta-setup')
const leastMajor = 26

/** Installs what package-lock.json says unless that was done; remarks go to standard error. Throws one sentence. */
export async function setUp() {
  const names = readdirSync(join(root, patches)).toSorted()
  const wanted = hashOf(lockFile, ...names.map((name) => join(root, patches, name)))
  if (!isInstalled(wanted)) await install()
  writeFileSync(stampFile, wanted)
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? 'none'
  if (!(Number(found.slice(1).split('.')[0]) >= leastMajor))
    throw new Error(
      `Node ${leastMajor} is needed and comes with the packages, but ${node} is ${found}: install scripts seem to be off (npm config ignore-scripts). Delete node_modules and start again with them on.`,
    )
  buildPage(capture, 'build-capture.mjs')
  buildPage(consoleApp, 'build-console.mjs')
}

/** What browsers load, by the Node that came with the packages; seconds, once for its sources. */
function buildPage({ isBuilt }, tool) {
  if (isBuilt()) return
  const { status } = spawnSync(node, [join(root, 'tools', tool)], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${tool} failed: see above.`)
}

function isInstalled(wanted) {
  if (!existsSync(node)) return false
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return true
  // Somebody ran npm themselves: its own record is then at least as new as the lock file.
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  return statSync(record).mtimeMs >= statSync(lockFile).mtimeMs - 10_000 && arePatched()
}

/** Whether packages are as `tools/patches` has them; those that are as they were published become so. */
function arePatched() {
  const tool = join(root, 'node_modules/patch-package/index.js')
  const args = [tool, '--patch-dir', patches, '--error-on-fail']
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' }).status === 0
}

async function install() {
  const started = Date.now()
  say('Installing the packages (once, about half a minute).')
  const timer = setInterval(() => say(`  still installing, ${seconds(started)} s`), 15_000)
  try {
    await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  } finally {
    clearInterval(timer)
  }
  if (!arePatched())
    throw new Error(
      `A patch does not fit its package: npx patch-package --patch-dir ${patches} says which.`,
    )
  say(`Packages installed in ${seconds(started)} s.`)
}

function runNpm(args) {
  // oxlint-disable-next-line node/no-process-env -- npm says by these how it was run
  const { npm_execpath: script, npm_node_execpath: interpreter } = process.env
  const underNpm = script?.endsWith('npm-cli.js') && interpreter
  const [command, before] = underNpm ? [interpreter, [script]] : ['npm', []]
  // Both outputs to standard error: a command's own output stays clean.
  const child = spawn(command, [...before, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(new Error(`npm cannot be run: ${error.message}`)))
    child.once('exit', (code) => {
      if (code === 0) done()
      else fail(new Error(`npm ${args[0]} failed (exit ${code}): see above.`))
    })
  })
}

function hashOf(...files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000)
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
