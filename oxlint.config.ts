// The import rules are computed for each file by its layer and its kind (tools/import-rules.ts): files with the same
// rule share one entry, and no file is in two.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type OxlintOverride } from 'oxlint'
import { findUnplaced, patternsOf } from './tools/import-rules.ts'
import { findUnclearTypes } from './tools/type-names.ts'

const files = globSync(['src/**/*.{ts,tsx,js}', 'workflows/**/*.ts', 'activities/**/*.ts'], {
  cwd: import.meta.dirname,
})
const unplaced = findUnplaced(files)
if (unplaced.length > 0) throw new Error(`in no layer of tools/areas.ts: ${unplaced.join(', ')}`)

const typed = globSync('{src,workflows,activities,test,tools}/**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
})
const sources = new Map(
  typed.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')] as const),
)
const unclear = findUnclearTypes(sources)
if (unclear.length > 0) throw new Error(unclear.join('\n'))

const sameRule = Map.groupBy(files.toSorted(), (file) => JSON.stringify(patternsOf(file)))
const importRules = [...sameRule.values()].map((group): OxlintOverride => {
  const patterns = patternsOf(group[0] ?? '').map((pattern) => ({ ...pattern }))
  return { files: group, rules: { 'no-restricted-imports': ['error', { patterns }] } }
})

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'promise', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'max-params': ['error', { max: 4 }],
    'node/no-process-env': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
  },
  overrides: [
    ...importRules,
    {
      files: ['workflows/**'],
      rules: {
        'no-restricted-globals': ['error', 'Temporal', 'crypto', 'fetch', 'performance', 'process'],
      },
    },
    {
      files: ['src/main/**', 'test/**/setup.ts'],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['*.config.ts', 'test/**/setup.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['test/**'],
      rules: {
        'vitest/no-standalone-expect': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
        'no-empty-pattern': 'off',
      },
    },
  ],
  ignorePatterns: ['node_modules', 'tools/calibration'],
})
