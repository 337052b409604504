// Makes `dist`: two ES modules and what they share, their types, the models that `captureFaces` loads, and the licences
// of what is bundled. With --bundlers also the example of the README, by Next (try-next.mjs).
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { capture } from '../../tools/build-capture.mjs'

const folder = import.meta.dirname
const root = resolve(folder, '../..')
const target = join(folder, 'dist')

if (!capture.isBuilt()) await capture.build()
await build({
  root: folder,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  build: {
    outDir: target,
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    lib: {
      entry: ['index', 'faces'].map((name) => join(folder, 'src', `${name}.ts`)),
      formats: ['es'],
    },
    rollupOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
emitTypes()
const { face } = JSON.parse(readFileSync(join(root, 'build/capture/index.json'), 'utf8'))
const isPlain = (path) => !path.endsWith('.gz')
cpSync(join(root, 'build/capture', face), join(target, 'face'), {
  recursive: true,
  filter: isPlain,
})
writeLicences()
if (process.argv.includes('--bundlers')) await import('./try-next.mjs')

function emitTypes() {
  const draft = mkdtempSync(join(tmpdir(), 'atesta-types-'))
  const flags = ['--noEmit', 'false', '--emitDeclarationOnly', '--declaration', '--outDir', draft]
  const compiler = join(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(compiler, ['-p', folder, ...flags], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The types of the package cannot be made.')
  cpSync(join(draft, 'clients/atesta-capture/src'), target, { recursive: true })
  rmSync(draft, { recursive: true, force: true })
}

function writeLicences() {
  const bundled = ['qr', '@fingerprintjs/fingerprintjs', '@vladmandic/human', '@tensorflow/tfjs-backend-wasm'] // prettier-ignore
  const parts = bundled.map((name) => {
    const at = join(root, 'node_modules', name)
    const { version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    return `${name} ${version} (${license})\n${readLicence(at)}`
  })
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'THIRD-PARTY.txt'), parts.join('\n\n'))
}

/** Of packages that ship none, the name of the licence says it. */
function readLicence(at) {
  try {
    return readFileSync(join(at, 'LICENSE'), 'utf8')
  } catch {
    return ''
  }
}
