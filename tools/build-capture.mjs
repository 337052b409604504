// Builds the browser's side of the hosted page into build/capture: islands by Vite, and beside them the library and
// models that the liveness step loads, in a folder named by their content. Does nothing when that is there already.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const source = join(root, 'src/links/capture/browser')
const target = join(root, 'build/capture')
const modules = join(root, 'node_modules')
const islands = [
  'document.ts',
  'face.ts',
  'wait.ts',
  'handover.ts',
  'done.ts',
  'preload.ts',
  'aids.ts',
  'capture.css',
  'stage.css',
]

/** What the liveness step loads, as its packages have it. */
const faceFiles = [
  '@vladmandic/human/dist/human.esm.js',
  ...['blazeface', 'facemesh'].flatMap((name) => [
    `@vladmandic/human/models/${name}.json`,
    `@vladmandic/human/models/${name}.bin`,
  ]),
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
  '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
]

/** Whether the output is of what stands in the sources now. */
export function isBuilt() {
  const index = join(target, 'index.json')
  if (!existsSync(index)) return false
  return JSON.parse(readFileSync(index, 'utf8')).inputs === hashInputs()
}

export async function buildCapture() {
  const started = Date.now()
  const { build } = await import('vite')
  mkdirSync(join(root, 'build'), { recursive: true })
  // Under a name of its own until it is whole: several may build at once.
  const draft = mkdtempSync(join(root, 'build/.capture-'))
  try {
    await build({
      root: source,
      base: '/assets/',
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      worker: { format: 'es' },
      build: {
        outDir: draft,
        emptyOutDir: true,
        assetsDir: '',
        manifest: 'manifest.json',
        target: 'es2022',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        rollupOptions: { input: islands.map((name) => join(source, name)) },
      },
    })
    const face = copyFaceFiles(draft)
    compress(draft)
    writeFileSync(join(draft, 'index.json'), JSON.stringify({ inputs: hashInputs(), face }))
    rmSync(target, { recursive: true, force: true })
    chmodSync(draft, 0o755)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another one was quicker.
    if (!isBuilt()) throw error
  }
  return Date.now() - started
}

function copyFaceFiles(folder) {
  const hash = createHash('sha256')
  for (const file of faceFiles) hash.update(readFileSync(join(modules, file)))
  const name = `face-${hash.digest('hex').slice(0, 12)}`
  for (const file of faceFiles)
    cpSync(join(modules, file), join(folder, name, file.split('/').at(-1)))
  return name
}

function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!['.js', '.css', '.json', '.wasm', '.bin'].includes(extname(name))) continue
    if (statSync(path).isFile()) writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)))
  }
}

function hashInputs() {
  const hash = createHash('sha256')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|css)$/.test(name),
  )
  for (const name of [...files.toSorted(), '../../../../tools/build-capture.mjs'])
    hash.update(name).update(readFileSync(join(source, name)))
  for (const name of ['vite', '@vladmandic/human', '@fingerprintjs/fingerprintjs'])
    if (existsSync(join(modules, name, 'package.json')))
      hash.update(readFileSync(join(modules, name, 'package.json')))
  return hash.digest('hex')
}

if (process.argv[1] === import.meta.filename && !isBuilt()) {
  const ms = await buildCapture()
  process.stderr.write(`The hosted page was built in ${(ms / 1000).toFixed(1)} s.\n`)
}
