// Builds atesta-capture into build/atesta-capture: one ES module, its types, the page that is its documentation, and the
// folder of models that a client serves for `captureFaces`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { buildCapture, isBuilt } from './build-capture.mjs'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src/links/capture/sdk')
const target = join(root, 'build/atesta-capture')

if (!isBuilt()) await buildCapture()
await build({
  root: source,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: target,
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: join(source, 'atesta-capture.ts'),
      formats: ['es'],
      fileName: () => 'atesta-capture.js',
    },
    rollupOptions: { output: { codeSplitting: false } },
  },
})
emitTypes()
cpSync(join(source, 'index.html'), join(target, 'index.html'))
const { face } = JSON.parse(readFileSync(join(root, 'build/capture/index.json'), 'utf8'))
cpSync(join(root, 'build/capture', face), join(target, 'face'), { recursive: true })

/** Of the module and of what it names, flat in a folder beside it. */
function emitTypes() {
  const draft = mkdtempSync(join(tmpdir(), 'atesta-types-'))
  const flags = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', draft]
  const compiler = join(root, 'node_modules/.bin/tsc')
  const project = ['-p', join(root, 'src/links/capture/browser')]
  const { status } = spawnSync(compiler, [...project, ...flags], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The types of the SDK cannot be made.')
  mkdirSync(join(target, 'types'), { recursive: true })
  cpSync(draft, join(target, 'types'), { recursive: true })
  rmSync(draft, { recursive: true, force: true })
}
