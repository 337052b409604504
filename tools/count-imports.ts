// Counts imports between areas and between the folders inside them: `node tools/count-imports.ts`, or of another checkout
// `node tools/count-imports.ts FOLDER`. Where that has other folders than the list of areas, these are counted as areas.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { areas, areaSteps } from './areas.ts'

export type Import = {
  readonly from: string
  readonly to: string
  /** Gone when the program runs. */
  readonly isType: boolean
}

/** Of all sources of a checkout, those of its own files. */
export function readImports(root: string): Import[] {
  const files = globSync('{src,activities,workflows}/**/*.{ts,js}', { cwd: root })
  const known = new Set(files)
  return files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8')
    return [...text.matchAll(statement)].flatMap(([, type, named = '', called]) => {
      const to = pathOf(called ?? named, from)
      return known.has(to) ? [{ from, to, isType: type !== undefined }] : []
    })
  })
}

const statement =
  /^(?:import|export)\s(type\s)?[^'"`;()]*?\bfrom\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

const pathOf = (specifier: string, from: string): string =>
  specifier.startsWith('#') ? specifier.slice(1) : normalize(join(dirname(from), specifier))

export type Counted = {
  readonly files: number
  readonly imports: number
  /** Pairs of places of which one imports values of the other, and with types. */
  readonly arrows: number
  readonly arrowsWithTypes: number
  /** Value imports into an area on the same step or above. */
  readonly upward: readonly Import[]
  /** Groups of areas, and of folders inside an area, that need each other's values. */
  readonly circles: readonly (readonly string[])[]
  readonly folderCircles: readonly (readonly string[])[]
  /** Of 100 imports, those inside their area; of value imports alone. */
  readonly insidePercent: number
  readonly insideValuePercent: number
}

export function countImports(all: readonly Import[]): Counted {
  const imports = all.filter(({ from, to }) => isOwn(from) && isOwn(to))
  const values = imports.filter(({ isType }) => !isType)
  return {
    files: new Set(imports.flatMap(({ from, to }) => [from, to])).size,
    imports: imports.length,
    arrows: arrowsOf(values).size,
    arrowsWithTypes: arrowsOf(imports).size,
    upward: values.filter(isUpward),
    circles: findCircles(values, areaOf),
    folderCircles: findFolderCircles(values),
    insidePercent: percentInside(imports),
    insideValuePercent: percentInside(values),
  }
}

const isOwn = (file: string) => file.startsWith('src/')

/** `.` for the files of `src` itself. */
const areaOf = (file: string): string => {
  const [, area = '', ...rest] = file.split('/')
  return rest.length > 0 ? area : '.'
}

const arrowsOf = (imports: readonly Import[]): ReadonlySet<string> =>
  new Set(
    imports
      .map(({ from, to }) => [areaOf(from), areaOf(to)])
      .filter(([from, to]) => from !== to)
      .map((pair) => pair.join(' → ')),
  )

const stepOf = (file: string): number =>
  areaSteps.findIndex((step) => step.some(({ name }) => name === areaOf(file)))

const isUpward = ({ from, to }: Import): boolean =>
  areaOf(from) !== areaOf(to) && stepOf(to) !== -1 && stepOf(from) <= stepOf(to)

function percentInside(imports: readonly Import[]): number {
  const inside = imports.filter(({ from, to }) => areaOf(from) === areaOf(to))
  return Math.round((1_000 * inside.length) / imports.length) / 10
}

/** A folder belongs to the one that holds it: at each level those beside each other are compared. */
function findFolderCircles(values: readonly Import[]): string[][] {
  const folders = new Set(values.flatMap(({ from, to }) => [...foldersOf(from), ...foldersOf(to)]))
  return [...folders].flatMap((folder) => {
    const within = values.filter(({ from, to }) =>
      [from, to].every((one) => one.startsWith(`${folder}/`)),
    )
    const child = (file: string) => {
      const [name = '', ...rest] = file.slice(folder.length + 1).split('/')
      return rest.length > 0 ? `${folder}/${name}` : folder
    }
    // The own files of an area are a place of their own; those of a folder in it are above and below its parts.
    const isArea = folder.split('/').length === 2
    const compared = within.filter(
      ({ from, to }) => isArea || (child(from) !== folder && child(to) !== folder),
    )
    return findCircles(compared, child)
  })
}

/** From the area downwards. */
function foldersOf(file: string): string[] {
  const parts = dirname(file).split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 2).join('/'))
}

/** Groups of more than one place whose places all reach each other. */
function findCircles(imports: readonly Import[], placeOf: (file: string) => string): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [a, b] = [placeOf(from), placeOf(to)]
    if (a !== b) next.set(a, (next.get(a) ?? new Set()).add(b))
  }
  const reached = new Map([...next.keys()].map((place) => [place, reach(place, next)]))
  const circles = [...reached].flatMap(([place, all]) =>
    all.has(place)
      ? [
          [...all]
            .filter((other) => reached.get(other)?.has(place))
            .toSorted()
            .join(' '),
        ]
      : [],
  )
  return [...new Set(circles)].map((circle) => circle.split(' '))
}

function reach(place: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const left = [place]
  for (let at = left.pop(); at !== undefined; at = left.pop())
    for (const one of next.get(at) ?? [])
      if (!found.has(one)) {
        found.add(one)
        left.push(one)
      }
  return found
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
  const imports = readImports(root)
  const counted = countImports(imports)
  const places = new Set(
    imports
      .flatMap(({ from, to }) => [from, to])
      .filter(isOwn)
      .map(areaOf),
  )
  const isOfAreas = [...places].every((place) => areas.some(({ name }) => name === place))
  const lines = [
    `places in src                           ${places.size}`,
    `files with imports                      ${counted.files}`,
    `imports between them                    ${counted.imports}`,
    `arrows between places, of values        ${counted.arrows}`,
    `arrows with those of types              ${counted.arrowsWithTypes}`,
    `value imports upward                    ${isOfAreas ? counted.upward.length : 'no order is known'}`,
    `circles of places, by their size        ${sizes(counted.circles)}`,
    `circles of folders inside, by size      ${sizes(counted.folderCircles)}`,
    `of 100 imports inside their place       ${counted.insidePercent}`,
    `of 100 value imports                    ${counted.insideValuePercent}`,
    ...(isOfAreas ? counted.upward.map(({ from, to }) => `upward: ${from} → ${to}`) : []),
    ...[...counted.circles, ...counted.folderCircles].map(
      (circle) => `circle: ${circle.join(' ')}`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function sizes(circles: readonly (readonly string[])[]): string {
  return circles.length === 0 ? '0' : circles.map(({ length }) => length).join(' ')
}
