// Builds the browser's side of the hosted page into build/capture: islands by Vite, and beside them the library and
// models that the liveness step loads, in a folder named by their content. Does nothing when that is there already.
import { createHash } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineBuild, options, root } from './browser-build.mjs'

const source = join(root, 'src/links/capture/browser')
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

export const capture = defineBuild({
  name: 'capture',
  source,
  tool: 'build-capture.mjs',
  packages: ['vite', '@vladmandic/human', '@fingerprintjs/fingerprintjs'],
  async make(folder) {
    const { build } = await import('vite')
    await build({
      ...options,
      root: source,
      base: '/assets/',
      worker: { format: 'es' },
      build: {
        ...options.build,
        outDir: folder,
        rollupOptions: { input: islands.map((name) => join(source, name)) },
      },
    })
    return { face: copyFaceFiles(folder) }
  },
})

function copyFaceFiles(folder) {
  const hash = createHash('sha256')
  for (const file of faceFiles) hash.update(readFileSync(join(modules, file)))
  const name = `face-${hash.digest('hex').slice(0, 12)}`
  for (const file of faceFiles)
    cpSync(join(modules, file), join(folder, name, file.split('/').at(-1)))
  return name
}

if (process.argv[1] === import.meta.filename && !capture.isBuilt()) {
  const ms = await capture.build()
  process.stderr.write(`The hosted page was built in ${(ms / 1000).toFixed(1)} s.\n`)
}
