// Builds the example with each bundler of this package's own dependencies: node bundle.mjs <folder>
import { join, resolve } from 'node:path'
import esbuild from 'esbuild'
import { build as vite } from 'vite'
import webpack from 'webpack'

const folder = import.meta.dirname
const entry = join(folder, 'examples/plain/app.js')
const [target = 'build'] = process.argv.slice(2).map((path) => resolve(path))

const bundlers = {
  esbuild: (outdir) =>
    esbuild.build({
      entryPoints: [entry],
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      outdir,
      logLevel: 'error',
    }),
  vite: (outDir) =>
    vite({
      root: folder,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      base: './',
      build: {
        outDir,
        emptyOutDir: true,
        target: 'es2022',
        reportCompressedSize: false,
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: entry,
          output: { entryFileNames: 'app.js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    }),
  webpack: (path) =>
    new Promise((done, fail) => {
      const output = { path, filename: 'app.js', publicPath: 'auto', module: true, clean: true }
      const options = {
        mode: 'production',
        context: folder,
        entry,
        output,
        target: ['web', 'es2022'],
      }
      const experiments = { outputModule: true }
      webpack({ ...options, experiments, performance: false }, (error, stats) => {
        const faults = stats?.toJson({ all: false, errors: true, warnings: true })
        const [first] = [...(faults?.errors ?? []), ...(faults?.warnings ?? [])]
        if (error ?? first) fail(error ?? new Error(first.message))
        else done()
      })
    }),
}

for (const [name, build] of Object.entries(bundlers)) await build(join(target, name))
