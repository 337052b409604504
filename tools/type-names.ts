// What the name of an exported type must say, for all sources at once: lint fails where it does not.

/** Participles without a noun: whoever meets one elsewhere does not know what it is. */
const unclear =
  /^export (?:type|interface) (Asked|Claimed|Ended|Found|Given|Known|Said|Sent|Shown|Told|Verdict)\b/gm
const exported = /^export (?:declare )?(?:type|interface) (\w+)/gm
const imported = /^import (?:type )?\{([^}]*)\} from '#([^']+)'/gm

/**
 * Texts by their paths. One line for each name that says nothing, or that means two things outside of its area; what
 * tests export may have a name of the product.
 */
export function findUnclearTypes(sources: ReadonlyMap<string, string>): string[] {
  const participles = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(unclear)].map(([, name]) => `${path}: ${name} does not say what it is`),
  )
  const homes = findHomes(new Map([...sources].filter(([path]) => !/^(test|tools)\//.test(path))))
  const twice = [...Map.groupBy(homes, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} is two things: ${places.map(({ path }) => path).join(', ')}`)
  return [...participles, ...twice]
}

/** Where the types that other areas import are exported. */
function findHomes(sources: ReadonlyMap<string, string>) {
  const abroad = new Set(
    [...sources].flatMap(([path, text]) =>
      [...text.matchAll(imported)].flatMap(([, names = '', from = '']) =>
        areaOf(from) === areaOf(path) ? [] : namesOf(names).map((name) => `${from} ${name}`),
      ),
    ),
  )
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(exported)].flatMap(([, name = '']) =>
      abroad.has(`${path} ${name}`) ? [{ name, path }] : [],
    ),
  )
}

const areaOf = (path: string): string => path.split('/').slice(0, 2).join('/')

const namesOf = (names: string): string[] =>
  names.split(',').map((name) =>
    (
      name
        .trim()
        .replace(/^type /, '')
        .split(' as ')[0] ?? ''
    ).trim(),
  )
