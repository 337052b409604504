// Makes `dist` of the document of a service: node build.mjs http://127.0.0.1:3000/openapi.json
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'

const folder = import.meta.dirname
const [document = 'http://127.0.0.1:3000/openapi.json'] = process.argv.slice(2)
const types = astToString(await openapiTS(new URL(document), { exportType: true }))
writeFileSync(join(folder, 'src/api.d.ts'), types)
mkdirSync(join(folder, 'dist'), { recursive: true })
cpSync(join(folder, 'src/api.d.ts'), join(folder, 'dist/api.d.ts'))
cpSync(join(folder, '../../LICENSE'), join(folder, 'dist/LICENSE'))
const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
const compiler = join(dirname(manifest), 'bin/tsc')
const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' })
process.exit(status ?? 1)
