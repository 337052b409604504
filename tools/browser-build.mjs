// What is built for browsers: from sources into a folder of `build`, once for its sources and tools.
import { createHash } from 'node:crypto'
import {
  chmodSync,
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
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const modules = join(root, 'node_modules')

/** What all builds have in common, as Vite takes it. */
export const options = {
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  build: {
    emptyOutDir: true,
    assetsDir: '',
    manifest: 'manifest.json',
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
}

/** The ending of a compressed file beside the file itself, and what makes it. */
const gzip = ['.gz', (bytes) => gzipSync(bytes)]
export const gzipAndBrotli = [gzip, ['.br', (bytes) => brotliCompressSync(bytes)]]

/**
 * `make(folder)` fills the folder and gives what else `index.json` says. `tool` is the file of the build itself, and `packages`
 * what it is made with: a new version of one is a new build.
 */
export function defineBuild({ name, source, tool, packages, make, codings = [gzip] }) {
  const target = join(root, 'build', name)
  const index = join(target, 'index.json')

  /** Whether the output is of what stands in the sources now. */
  const isBuilt = () =>
    existsSync(index) && JSON.parse(readFileSync(index, 'utf8')).inputs === hashInputs()

  function hashInputs() {
    const hash = createHash('sha256')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|css|svg)$/.test(file))
      .toSorted()
      .map((file) => join(source, file))
    for (const file of [...files, join(root, 'tools', tool), join(root, 'tools/browser-build.mjs')])
      hash.update(file.slice(root.length)).update(readFileSync(file))
    for (const one of packages)
      if (existsSync(join(modules, one, 'package.json')))
        hash.update(readFileSync(join(modules, one, 'package.json')))
    return hash.digest('hex')
  }

  /** Resolves to the milliseconds that it took. */
  async function build() {
    const started = Date.now()
    mkdirSync(join(root, 'build'), { recursive: true })
    // Under a name of its own until it is whole: several may build at once.
    const draft = mkdtempSync(join(root, `build/.${name}-`))
    try {
      const more = await make(draft)
      compress(draft, codings)
      writeFileSync(join(draft, 'index.json'), JSON.stringify({ inputs: hashInputs(), ...more }))
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

  return { isBuilt, build }
}

function compress(folder, codings) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!['.js', '.css', '.json', '.svg', '.wasm', '.bin'].includes(extname(name))) continue
    if (!statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    for (const [ending, code] of codings) writeFileSync(path + ending, code(bytes))
  }
}
