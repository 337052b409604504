// Reads the input of a calibration: a folder of people, and one of presentation attacks.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Pictures of one person: any two of them are a genuine pair, one of each of two persons an impostor pair. */
export type Person = { readonly name: string; readonly files: readonly string[] }

/** `species`: by what an attack is made (`print`, `screen`); undefined for a real person before the camera. */
export type Presentation = { readonly species: string | undefined; readonly file: string }

export type Labelled = {
  readonly people: readonly Person[]
  readonly presentations: readonly Presentation[]
}

/**
 * `people/<person>/<picture>`, `presentations/bona-fide/<picture>`, `presentations/attack/<species>/<picture>`;
 * what is not there is empty.
 */
export function readLabelled(folder: string): Labelled {
  const people = list(join(folder, 'people')).map((name) => ({
    name,
    files: pictures(join(folder, 'people', name)),
  }))
  const shown = join(folder, 'presentations')
  const genuine = pictures(join(shown, 'bona-fide')).map((file) => ({ species: undefined, file }))
  const attacks = list(join(shown, 'attack')).flatMap((species) =>
    pictures(join(shown, 'attack', species)).map((file) => ({ species, file })),
  )
  return {
    people: people.filter(({ files }) => files.length > 0),
    presentations: [...genuine, ...attacks],
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .toSorted()
  } catch {
    return []
  }
}

const pictures = (folder: string) =>
  list(folder)
    .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
    .map((name) => join(folder, name))
