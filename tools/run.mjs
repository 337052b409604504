// node tools/run.mjs <entry.ts> [arguments]: makes sure of the set-up, then runs the entry on Node 26. With --help it prints
// the comment at the head of the entry, and installs nothing.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { node, root, setUp } from './setup.mjs'

const [entry, ...args] = process.argv.slice(2)
if (!entry) throw new Error('run.mjs <entry.ts> [arguments]')

const source = readFileSync(join(root, entry), 'utf8')
// One with more to say says it itself.
if (args.includes('--help') && !/\bhelp: \{/.test(source)) {
  const head = /^(?:\/\/.*\n)*/.exec(source)?.[0] ?? ''
  process.stdout.write(head.replaceAll(/^\/\/ ?/gm, ''))
  process.exit(0)
}

try {
  await setUp()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const envFile = join(root, '.env')
const flags = existsSync(envFile) ? [`--env-file=${envFile}`] : []
const child = spawn(node, [...flags, entry, ...args], { cwd: root, stdio: 'inherit' })

// Ctrl-C reaches the whole group, and npm passes it on once more: each kind goes down once per press.
const pressedAt = new Map()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const last = pressedAt.get(signal) ?? 0
    if (Date.now() - last < 1000) return
    pressedAt.set(signal, Date.now())
    child.kill(signal)
  })
}
child.once('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0))
})
