// What a target of the image still reads of node_modules, when build/service holds all that could be bundled: native code,
// threads of packages, models.
import { cpSync, existsSync, globSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

type Files = Readonly<Record<string, readonly string[]>>

const modules = resolve(import.meta.dirname, '../node_modules')
const system = `${process.platform}-${process.arch}`
const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const script = '**/*.{js,cjs,mjs}'

// Files of packages, by globs; a package.json and a licence come along with each.
const pictures: Files = {
  sharp: ['{dist,lib}/**/*.{cjs,mjs,js}'],
  semver: [script],
  'detect-libc': [script],
  '@img/colour': ['*.cjs'],
  [`@img/sharp-${system}`]: ['**'],
  [`@img/sharp-libvips-${system}`]: ['**'],
}
const threads: Files = {
  piscina: ['dist/**/*.{js,mjs}'],
  '@napi-rs/nice': ['*.js'],
  [`@napi-rs/nice-${system}-gnu`]: ['*.node'],
}
const temporal: Files = {
  '@temporalio/core-bridge': [`releases/${machine}-unknown-linux-gnu/index.node`],
  'source-map': ['lib/mappings.wasm'],
}
// `/docs` serves scripts of this package; its entry is only looked up, never run.
const reference: Files = {
  '@scalar/api-reference': ['dist/index.js', 'dist/browser/{standalone.esm,chunks/*}.js'],
}
const faces: Files = {
  '@tensorflow/tfjs': ['dist/tf.node.js'],
  '@tensorflow/tfjs-core': ['dist/tf-core.node.js'],
  '@tensorflow/tfjs-layers': ['dist/tf-layers.node.js'],
  '@tensorflow/tfjs-converter': ['dist/tf-converter.node.js'],
  '@tensorflow/tfjs-data': ['dist/tf-data.node.js'],
  '@tensorflow/tfjs-backend-cpu': ['dist/tf-backend-cpu.node.js'],
  '@tensorflow/tfjs-backend-webgl': ['dist/tf-backend-webgl.node.js'],
  '@tensorflow/tfjs-backend-wasm': ['dist/tf-backend-wasm.node.js', 'dist/*.wasm'],
  long: ['umd/*.{js,json}'],
  seedrandom: ['index.js', 'seedrandom.js', 'lib/*.js'],
  // The entries are looked up, and others beside them loaded. Of the weights those alone that NOTICE names as loaded.
  '@vladmandic/human': ['dist/human.node{,-wasm}.js', 'models/{blazeface,facemesh}.{json,bin}'],
  '@vladmandic/face-api': [
    'dist/face-api.node{,-wasm}.js',
    'model/{tiny_face_detector,face_landmark_68,face_recognition}_model{.bin,-weights_manifest.json}',
  ],
}
const documents: Files = {
  'tesseract.js-core': ['tesseract-core-relaxedsimd-lstm.{js,wasm}'],
  '@tesseract.js-data/por': ['index.js', '4.0.0_best_int/*'],
  'zxing-wasm': ['dist/es/{share,reader/index}.js', 'dist/reader/*.wasm'],
}

const targets = {
  api: { ...pictures, ...threads, ...temporal, ...reference },
  engines: { ...faces, ...documents },
}

export type Target = keyof typeof targets

/** Those that are installed: some are for other machines, or optional. */
export const listPackages = (target: Target): string[] =>
  Object.keys(targets[target]).filter((name) => existsSync(join(modules, name)))

const legal = /^(?:licen[cs]e|copying|notice)/i

/** The files of one package that a target has, from the package's folder. */
export function listKept(target: Target, name: string): string[] {
  const folder = join(modules, name)
  const globs = targets[target][name] ?? []
  const own = readdirSync(folder).filter((file) => file === 'package.json' || legal.test(file))
  const found = globSync(globs, { cwd: folder, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(folder.length + 1))
  if (found.length === 0) throw new Error(`${name} has nothing of ${globs.join(' ')}`)
  return [...new Set([...own, ...found])]
    .filter((file) => !/\.(?:map|d\.[cm]?ts)$/.test(file))
    .toSorted()
}

export function copyPackages(target: Target, to: string): void {
  for (const name of listPackages(target)) {
    for (const file of listKept(target, name)) {
      mkdirSync(dirname(join(to, name, file)), { recursive: true })
      cpSync(join(modules, name, file), join(to, name, file))
    }
  }
}
