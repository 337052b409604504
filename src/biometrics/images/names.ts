// Names objects by the day of their id and the id, so that the sweep lists days and not everything.

const dayMs = 24 * 60 * 60_000

/** The moment that an id of version 7 bears, epoch ms. */
export const madeAt = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

export const objectName = (id: string): string => `${dayOf(madeAt(id))}/${id}`

/** The id in an object's name. */
export const idIn = (name: string): string => name.slice(name.indexOf('/') + 1)

/** The folders of the days from `from` to `until`, epoch ms, both included. */
export function foldersBetween(from: number, until: number): string[] {
  const folders: string[] = []
  for (let at = from; at < until + dayMs; at += dayMs)
    folders.push(`${dayOf(Math.min(at, until))}/`)
  return [...new Set(folders)]
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
