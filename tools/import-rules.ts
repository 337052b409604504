// What each file may not import, computed from its layer and its kind together: one complete set of patterns for
// each file, so that no rule replaces another one.
import { type Area, areas, areaSteps, type Place, placeOf, stepsOf } from './areas.ts'

/**
 * As `no-restricted-imports` takes it: of the entries of a group that match, the last one counts. What one group lets
 * through no other group refuses, so a group that excepts something ends with all that is refused by layer.
 */
export type Pattern = {
  readonly group: string[]
  readonly allowTypeImports?: boolean
  readonly message: string
}

/** None: nothing is said of such a file. Throws for a file of `src` that stands in no layer. */
export function patternsOf(file: string): readonly Pattern[] {
  if (file.startsWith('workflows/packs/')) return packFiles
  if (file.startsWith('workflows/')) return workflowFiles
  if (file.startsWith('activities/')) return activityFiles
  const place = placeOf(file)
  if (!place) return []
  const { layers, values, all } = refusedByLayer(place)
  const kind = kindOf(file, place)
  const closed: Pattern[] = kind
    ? [
        {
          group: [
            '*',
            ...kind.takes.map((path) => `!${path}`),
            ...values,
            ...layers,
            '#workflows/**',
            ...all,
          ],
          allowTypeImports: kind.types === 'any',
          message: `${kind.message} ${downwards}`,
        },
      ]
    : [{ group: values, allowTypeImports: true, message: downwards }].filter(
        ({ group }) => group.length > 0,
      )
  return [
    ...closed,
    { group: [...layers, ...workflowPaths(place)], message: downwards },
    { group: all, message: across },
  ]
}

const downwards =
  'Imports go downwards, those of types too (tools/areas.ts), and workflow code is called by nobody.'
const across =
  'Inside a folder imports are relative, across folders they begin with #src; two capabilities never import each other.'

/** Folders of `src` that the list of areas does not have. */
export function findUnplaced(files: readonly string[]): string[] {
  const unplaced = files.flatMap((file) => {
    const place = placeOf(file)
    if (!place) return file.startsWith('src/') ? [file] : []
    const area = areas.find(({ name }) => name === place.area)
    const isPlaced = area && stepsOf(area).some((step) => step.includes(place.folder))
    return isPlaced ? [] : [`src/${place.area}/${place.folder}`]
  })
  return [...new Set(unplaced)]
}

type Refused = {
  /** Above and beside: neither values nor types. */
  readonly layers: string[]
  /** Of which types may be imported. */
  readonly values: string[]
  readonly all: string[]
}

function refusedByLayer(place: Place): Refused {
  const area = areas.find(({ name }) => name === place.area)
  const steps = area ? stepsOf(area) : []
  const at = steps.findIndex((step) => step.includes(place.folder))
  if (!area || at === -1)
    throw new Error(`in no layer of tools/areas.ts: src/${place.area}/${place.folder}`)
  const above = steps
    .slice(at)
    .flat()
    .filter((folder) => folder !== place.folder)
  const capabilities = area.capabilities ?? []
  const siblings = capabilities.includes(place.folder) ? capabilities : [place.folder]
  return {
    layers: [...areasFrom(area), ...above.map((folder) => pathsOf(area, folder))],
    values: area.name === 'vendors' ? closedToVendors() : [],
    all: [
      ...outOf(place),
      ...siblings.filter((folder) => folder !== '.').map((folder) => pathsOf(area, folder)),
      ...(area.name === 'vendors'
        ? ['drizzle-orm', 'drizzle-orm/**', 'postgres', 'hono', 'hono/**']
        : []),
    ],
  }
}

/** The areas on its step and above. */
function areasFrom(area: Area): string[] {
  const at = areaSteps.findIndex((step) => step.includes(area))
  const others = areaSteps.slice(at).flat()
  return others.filter((one) => one !== area).map(({ name }) => `#src/${name}/**`)
}

const pathsOf = ({ name }: Area, folder: string): string =>
  folder === '.' ? `#src/${name}/*.ts` : `#src/${name}/${folder}/**`

/** Relative paths that leave the folder; from an area's own files also those that enter one. */
const outOf = ({ folder, depth }: Place): string[] =>
  folder === '.' ? ['../**', './*/**'] : [`${'../'.repeat(depth + 1)}**`]

/** A vendor takes the types of its port, what all calls share, how an address is read, and the `wire` folder of an area. */
const closedToVendors = (): string[] => [
  ...areas
    .filter(({ name }) => name !== 'vendors')
    .flatMap((area) =>
      stepsOf(area)
        .flat()
        .map((folder) => pathsOf(area, folder)),
    )
    .filter((path) => path !== '#src/journey/calls/**' && !path.endsWith('/wire/**')),
  '!#src/journey/transaction/mailbox.ts',
]

function workflowPaths({ area }: Place): string[] {
  if (area === 'main') return []
  return [
    '#workflows/**',
    ...(area === 'journey' ? ['!#workflows/messages.ts'] : []),
    '#activities/**',
  ]
}

/** Files that may import nothing but what is listed, and of that only what their layer allows. */
type Kind = {
  readonly takes: readonly string[]
  readonly types: 'any' | 'listed'
  readonly message: string
}

function kindOf(file: string, { area, folder }: Place): Kind | undefined {
  if (area === 'risk' && folder === 'numbers') return numbers
  const name = file.split('/').at(-1) ?? ''
  const known = name.replace(/^.+-(schema|rules)\.ts$/, '$1.ts')
  if (Object.hasOwn(kinds, known)) return kinds[known]
  return folder === 'wire' ? wire : undefined
}

/** A file of such a name in any folder, the own one too. */
const anywhere = (name: string): string[] => [`#src/**/${name}`, `./**/${name}`, `../**/${name}`]
/** A folder with several schemas or sets of rules names them by their nouns: `fields-schema.ts`. */
const pure = ['zod', ...['schema.ts', '*-schema.ts', 'rules.ts', '*-rules.ts'].flatMap(anywhere)]

const numbers: Kind = {
  takes: ['./*'],
  types: 'listed',
  message: 'Numbers are computed from nothing but themselves.',
}

const wire: Kind = {
  takes: [
    './*',
    'zod',
    '#src/**/schema.ts',
    '#src/**/*-schema.ts',
    '#src/journey/values/*.ts',
    '#src/platform/errors.ts',
  ],
  types: 'any',
  message: 'What vendors share with an area is pure: schemas, values and codes.',
}

const kinds: Readonly<Record<string, Kind>> = {
  'schema.ts': {
    takes: pure,
    types: 'listed',
    message: 'A wire schema is made of zod, other schemas and rules alone.',
  },
  'rules.ts': {
    takes: pure,
    types: 'any',
    message: 'Rules are pure: types, schemas and other rules only.',
  },
  'kinds.ts': {
    takes: [
      ...pure,
      ...anywhere('kinds.ts'),
      '#src/journey/journal/kind.ts',
      '#src/journey/agenda/effects.ts',
      './effects.ts',
    ],
    types: 'any',
    message: 'Effects are pure: types, rules, and what effects are made of.',
  },
  'port.ts': { takes: [], types: 'any', message: 'A port is types only.' },
  'table.ts': {
    takes: [
      'drizzle-orm',
      'drizzle-orm/**',
      ...anywhere('table.ts'),
      '#src/platform/db/columns.ts',
    ],
    types: 'any',
    message: 'A table is made of columns, and refers to other tables.',
  },
}

const except = (paths: readonly string[], message: string): readonly Pattern[] => [
  { group: ['*', ...paths.map((path) => `!${path}`)], allowTypeImports: true, message },
]

const workflowFiles = except(
  ['@temporalio/workflow', '@temporalio/common', './*'],
  'Workflow code is pure: itself, and types of everything else.',
)

const packFiles = except(
  ['./*', '#src/packs/document/**', '#src/**/rules.ts'],
  'A pack is made of what documents are made of.',
)

const activityFiles = except(
  [
    './*',
    '@temporalio/activity',
    '@temporalio/common',
    '#src/journey/agenda/**',
    '#src/journey/commit/**',
    '#src/platform/**/errors.ts',
  ],
  'Activities are made of the agenda and of the capabilities’ tasks.',
)
