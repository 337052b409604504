// node tools/shorten-manifest.mjs [folder of the package]: drizzle-orm names each of its 450 files in its manifest, and
// Node reads all of it again for each file that it loads: 0.4 s of each process. For tests alone, which start hundreds
// of processes; everywhere else the package stays as it was published.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One pattern instead of the entries that it says as well; every name leads to where it led. */
export function shortenManifest(folder) {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const { './*': known, ...named } = manifest.exports
  if (known) return
  const others = Object.entries(named).filter(([name, target]) => !isSaid(name, target))
  manifest.exports = { ...Object.fromEntries(others), './*': targetOf('*') }
  // At once, because another process may be reading it.
  const next = `${file}.${process.pid}`
  writeFileSync(next, JSON.stringify(manifest))
  renameSync(next, file)
}

const isSaid = (name, target) =>
  JSON.stringify(target) === JSON.stringify(targetOf(name.replace(/^\.\//, '')))

/** As the package writes it for a file. */
const targetOf = (name) => ({
  import: { types: `./${name}.d.ts`, default: `./${name}.js` },
  require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  types: `./${name}.d.ts`,
  default: `./${name}.js`,
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  shortenManifest(process.argv[2] ?? join(root, 'node_modules/drizzle-orm'))
}
